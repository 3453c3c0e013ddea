import { createServer } from 'node:http';
import { buildPage, type PageFiles } from 'image-url-studio/server/page-files.ts';
import { studioAddress, studioServer } from 'image-url-studio/server/studio-server.ts';
import {
  type OpenTemplate,
  Refusal,
  revisionConflict,
  type TemplateSource,
} from 'image-url-studio/templates/template-source.ts';
import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { type Emulator, listen } from '../../local/listen.ts';
import { effort } from '../support/effort.ts';
import { type Random, randomFrom } from '../support/random.ts';
import { describeInBrowser, diagnostics, openGallery } from './browser.ts';

const sessions = effort(3, 100);
const steps = 14;

const freePort = async (): Promise<number> => {
  const { port, close } = await listen(createServer());
  await close();
  return port;
};

/** A studio whose templates are in memory, and whose server can be stopped and started. */
class Studio {
  readonly templates = new Map<string, OpenTemplate>();
  /** What the service says of the variables of whatever it checks. */
  variables: object[] = [];
  readonly #page: PageFiles;
  readonly #port: number;
  #server: Emulator | undefined;

  constructor(page: PageFiles, port: number) {
    [this.#page, this.#port] = [page, port];
    for (const id of ['a', 'b']) this.#put({ id, name: `Template ${id}`, code: `// ${id}\n`, isStarter: false });
    this.#put({ id: 's', name: 'Starter', code: '// s\n', isStarter: true });
  }

  #put(template: Omit<OpenTemplate, 'revision'>): OpenTemplate {
    const before = Number(this.templates.get(template.id)?.revision ?? 0);
    const saved = { ...template, revision: String(before + 1) };
    this.templates.set(template.id, saved);
    return saved;
  }

  get #source(): TemplateSource {
    const read = async (id: string) => {
      const template = this.templates.get(id);
      if (!template) throw new Refusal(404, 'TEMPLATE_NOT_FOUND', 'There is no such template.');
      return template;
    };
    return {
      kind: 'service',
      list: async () =>
        Array.from(this.templates.values(), (template) => ({ ...template, description: '', preview: '' })),
      read,
      save: async ({ id, name, code, revision }) => {
        if (id !== undefined && revision !== undefined && (await read(id)).revision !== revision)
          throw revisionConflict();
        return this.#put({ id: id ?? `n${this.templates.size}`, name, code, isStarter: false });
      },
      remove: async (id) => void this.templates.delete(id),
    };
  }

  get isRunning(): boolean {
    return this.#server !== undefined;
  }

  async start(): Promise<void> {
    const answer = () =>
      JSON.stringify({ errors: [], warnings: [], variables: this.variables, options: null, image: null });
    const server = studioServer({
      templates: this.#source,
      service: async () => ({ status: 200, body: answer() }),
      page: async () => this.#page,
      session: 'drafts',
      imageOrigin: 'http://127.0.0.1:1',
    });
    this.#server = await listen(server, this.#port);
  }

  async stop(): Promise<void> {
    await this.#server?.close();
    this.#server = undefined;
  }

  get address(): string {
    return studioAddress(`http://127.0.0.1:${this.#port}`, 'drafts');
  }
}

const editor = (page: Page) => page.getByRole('textbox', { name: 'Code of the template' });
const gallery = (page: Page) => page.locator('main.gallery');
/** The document that is open, as its address names it; '' in the gallery. */
const openKey = (page: Page): string => decodeURIComponent(/#\/templates\/([^/]+)/.exec(page.url())?.[1] ?? '');
/** What was typed into the code that is shown, in the order of typing. */
const marksIn = (code: string): string[] => code.match(/mark\d+/g) ?? [];
const shownMarks = async (page: Page): Promise<string[]> => marksIn((await editor(page).textContent()) ?? '');

/** Reaches a state that holds: after a step the page may still be at work. */
const until = (holds: () => Promise<boolean> | boolean, what: string) =>
  expect.poll(holds, { timeout: 120_000, message: what }).toBe(true);

/** What the tabs must show, by what was done in them. */
class Session {
  readonly #studio: Studio;
  readonly #context: BrowserContext;
  readonly #random: Random;
  readonly #log: string[];
  /** Each tab and what it has of each document, where that differs from what is saved. */
  readonly #tabs = new Map<Page, Map<string, string[]>>();
  /** What closed tabs have left. */
  readonly #left: { key: string; marks: string[] }[] = [];
  static #count = 0;

  constructor(studio: Studio, context: BrowserContext, random: Random, log: string[]) {
    [this.#studio, this.#context, this.#random, this.#log] = [studio, context, random, log];
  }

  async openTab(): Promise<void> {
    if (!this.#studio.isRunning) return;
    const page = await this.#context.newPage();
    page.setDefaultTimeout(120_000);
    await page.goto(this.#studio.address);
    await gallery(page).waitFor();
    this.#tabs.set(page, new Map());
  }

  get #tab(): [Page, Map<string, string[]>] {
    return this.#random.pick([...this.#tabs]);
  }

  #savedMarks(key: string): string[] {
    return marksIn(this.#studio.templates.get(key)?.code ?? '');
  }

  /** A document is on the screen: it must show what this tab has typed, else what a closed tab left, else what is saved. */
  async #look(page: Page, drafts: Map<string, string[]>): Promise<void> {
    const key = openKey(page);
    if (key === '') return;
    if (!drafts.has(key)) {
      const at = this.#left.findLastIndex((left) => left.key === key);
      if (at >= 0) {
        drafts.set(key, this.#left[at]?.marks ?? []);
        this.#left.splice(at, 1);
      }
    }
    const expected = drafts.get(key);
    if (expected) await until(async () => String(await shownMarks(page)) === String(expected), `${key}: ${expected}`);
  }

  readonly #moves: Readonly<Record<string, () => Promise<unknown>>> = {
    type: async () => {
      const [page, drafts] = this.#tab;
      const key = openKey(page);
      if (key === '') return;
      const before = await shownMarks(page);
      const mark = `mark${++Session.#count}`;
      await editor(page).click();
      await page.keyboard.press('ControlOrMeta+End');
      await page.keyboard.type(` ${mark}`);
      drafts.set(key, [...before, mark]);
      return mark;
    },
    openTemplate: async () => {
      const [page, drafts] = this.#tab;
      if (openKey(page) !== '') await openGallery(page);
      const name = this.#random.pick(['Template a', 'Template b', 'Starter', 'Blank card']);
      const button = gallery(page).locator('.tile').filter({ hasText: name }).first();
      if (!(await button.isVisible())) return;
      await button.click();
      await until(async () => openKey(page) !== '' || (await page.locator('.notice.bad').count()) > 0, `opens ${name}`);
      await this.#look(page, drafts);
      return name;
    },
    goOn: async () => {
      const [page, drafts] = this.#tab;
      if (openKey(page) !== '') await openGallery(page);
      const listed = page.locator('.draft');
      const count = await listed.count();
      if (count === 0) return;
      await listed.nth(this.#random.int(0, count - 1)).click();
      await until(async () => openKey(page) !== '' || (await page.locator('.notice.bad').count()) > 0, 'goes on');
      const key = openKey(page);
      if (!drafts.has(key)) {
        const shown = String(await shownMarks(page));
        // a draft of a closed tab may come under a name of its own, beside the one of this tab
        const isLeft = (left: string) => key.startsWith('new-') || left === key;
        const at = this.#left.findIndex((left) => isLeft(left.key) && String(left.marks) === shown);
        if (at >= 0) drafts.set(key, this.#left.splice(at, 1)[0]?.marks ?? []);
      }
      await this.#look(page, drafts);
    },
    save: async () => {
      const [page, drafts] = this.#tab;
      const key = openKey(page);
      if (key === '') return;
      const marks = drafts.get(key);
      const dialog = page.getByRole('dialog');
      const isOver = async () =>
        (await dialog.count()) > 0 ||
        (await page.locator('.notice').count()) > 0 ||
        (await page.locator('.state').innerText()).startsWith('Saved');
      await until(async () => (await page.locator('.notice').count()) === 0, 'no notice');
      await page.keyboard.press('ControlOrMeta+s');
      await until(isOver, 'saves');
      if ((await dialog.count()) > 0) {
        const answer = this.#random.pick(['Use their version', 'Overwrite with mine']);
        await dialog.getByRole('button', { name: answer }).click();
        await until(async () => (await page.locator('.state').innerText()).startsWith('Saved'), answer);
      }
      const saved = openKey(page);
      if (!(await page.locator('.state').innerText()).startsWith('Saved')) return 'not saved';
      drafts.delete(key);
      const shown = await shownMarks(page);
      expect(this.#savedMarks(saved)).toEqual(shown);
      return marks;
    },
    reload: async () => {
      const [page, drafts] = this.#tab;
      if (!this.#studio.isRunning) return;
      await page.reload();
      await until(async () => openKey(page) !== '' || (await gallery(page).isVisible()), 'reloads');
      if (openKey(page) !== '') await editor(page).waitFor();
      await this.#look(page, drafts);
    },
    goBack: async () => {
      const [page, drafts] = this.#tab;
      await page.evaluate('navigation.currentEntry.index > 0 && history.back()');
      await this.#settle(page);
      await this.#look(page, drafts);
    },
    goForward: async () => {
      const [page, drafts] = this.#tab;
      await page.evaluate('history.forward()');
      await this.#settle(page);
      await this.#look(page, drafts);
    },
    openTab: async () => {
      if (this.#tabs.size < 2) await this.openTab();
    },
    closeTab: async () => {
      if (this.#tabs.size < 2 || !this.#studio.isRunning) return;
      const [page, drafts] = this.#tab;
      await page.close();
      this.#tabs.delete(page);
      for (const [key, marks] of drafts) this.#left.push({ key, marks });
    },
    stop: () => this.#studio.stop(),
    start: async () => {
      if (!this.#studio.isRunning) await this.#studio.start();
    },
  };

  /** Waits until the page shows what its address names. */
  async #settle(page: Page): Promise<void> {
    await until(async () => {
      const isGallery = await gallery(page).isVisible();
      return isGallery ? openKey(page) === '' : openKey(page) !== '';
    }, 'address and page agree');
    // what is opened comes with the next answer
    await page.waitForLoadState('networkidle');
  }

  async play(): Promise<void> {
    await this.openTab();
    const moves = Object.keys(this.#moves);
    const weighted = [...moves, 'type', 'type', 'type', 'openTemplate', 'openTemplate', 'start', 'start', 'goOn'];
    for (let step = 0; step < steps; step++) {
      const move = this.#random.pick(weighted);
      this.#log.push(move);
      const result = await this.#moves[move]?.();
      this.#log.push(`  ${String(result ?? '')}`);
    }
    await this.finish();
  }

  /** Everything that was typed is where it was typed, or listed as not saved. */
  async finish(): Promise<void> {
    await this.#moves.start?.();
    this.#log.push('the end');
    for (const [page, drafts] of this.#tabs) {
      await page.goto(this.#studio.address);
      await gallery(page).waitFor();
      for (const [key, marks] of drafts) {
        this.#log.push(`${key}: ${marks}`);
        await page.goto(`${new URL(this.#studio.address).origin}/#/templates/${encodeURIComponent(key)}`);
        await editor(page).waitFor();
        await until(async () => String(await shownMarks(page)) === String(marks), `${key} at the end: ${marks}`);
      }
    }
    const [page] = [...this.#tabs.keys()];
    if (!page) return;
    await page.goto(this.#studio.address);
    await gallery(page).waitFor();
    const stored = String(await page.evaluate('JSON.stringify(Object.values(localStorage))'));
    for (const { key, marks } of this.#left)
      for (const mark of marks) expect(stored, `${key}, left by a closed tab`).toContain(mark);
  }
}

describeInBrowser('drafts of the studio', (_open, browser) => {
  let page: PageFiles;
  beforeAll(async () => {
    page = await buildPage();
  });

  const withStudio = async (use: (studio: Studio, context: BrowserContext) => Promise<void>) => {
    const studio = new Studio(page, await freePort());
    await studio.start();
    const context = await browser().newContext();
    try {
      await use(studio, context);
    } finally {
      await context.close();
      await studio.stop();
    }
  };

  it('keeps the edit of a template while another is open, marks it, and undoes it after a reload', () =>
    withStudio(async (studio, context) => {
      const tab = await context.newPage();
      await tab.goto(studio.address);
      await tab.getByRole('button', { name: 'Template a' }).click();
      await editor(tab).click();
      await tab.keyboard.press('ControlOrMeta+End');
      await tab.keyboard.type('mark of a');
      await tab.getByText('Changes not saved').waitFor();
      await openGallery(tab);
      await tab.getByRole('heading', { name: 'Not saved' }).waitFor();
      expect(await diagnostics(tab)).toEqual([]);
      await tab.getByRole('button', { name: 'Template b' }).click();
      await editor(tab).filter({ hasText: '// b' }).waitFor();

      await openGallery(tab);
      await tab.locator('.tile').filter({ hasText: 'Template a' }).click();
      await editor(tab).filter({ hasText: 'mark of a' }).waitFor();
      await tab.reload();
      await editor(tab).filter({ hasText: 'mark of a' }).waitFor();
      await editor(tab).click();
      await tab.keyboard.press('ControlOrMeta+z');
      await editor(tab).filter({ hasNotText: 'mark of a' }).waitFor();
      await tab.getByText('Saved, version 1').waitFor();
    }));

  it('keeps the values of variables with the template, and makes them its defaults', () =>
    withStudio(async (studio, context) => {
      studio.variables = [{ name: 'title', required: false, defaultValue: 'Old' }];
      const tab = await context.newPage();
      await tab.goto(studio.address);
      await tab.getByRole('button', { name: 'Template a' }).click();
      await editor(tab).click();
      await tab.keyboard.press('ControlOrMeta+a');
      await tab.keyboard.insertText("export default ({ title = 'Old' }) => <p>{title}</p>;");
      await tab.getByLabel('Title', { exact: true }).fill('It’s "new"');
      await openGallery(tab);
      await tab.locator('.tile').filter({ hasText: 'Template b' }).click();
      await editor(tab).filter({ hasText: '// b' }).waitFor();
      await openGallery(tab);
      await tab.locator('.tile').filter({ hasText: 'Template a' }).click();
      await until(async () => (await tab.getByLabel('Title', { exact: true }).inputValue()) === 'It’s "new"', 'kept');

      await tab.getByRole('button', { name: 'Make these values the defaults' }).click();
      await editor(tab).filter({ hasText: `({ title = 'It’s "new"' })` }).waitFor();
      await tab.getByRole('button', { name: 'Reset all' }).waitFor({ state: 'detached' });
    }));

  it('has an address for each template, tab and version, and lets browser back lead through them', () =>
    withStudio(async (studio, context) => {
      const tab = await context.newPage();
      await tab.goto(studio.address);
      await tab.getByRole('button', { name: 'Template a' }).click();
      await tab.getByRole('tab', { name: 'Cases' }).click();
      await tab.getByRole('tab', { name: 'History' }).click();
      expect(tab.url()).toMatch(/#\/templates\/a\/history$/);
      await tab.goBack();
      expect(await tab.getByRole('tab', { name: 'Cases' }).getAttribute('aria-selected')).toBe('true');
      await tab.goBack();
      await tab.goBack();
      await gallery(tab).waitFor();
      await tab.goForward();
      await editor(tab).filter({ hasText: '// a' }).waitFor();

      const other = await context.newPage();
      await other.goto(`${new URL(studio.address).origin}/#/templates/b/history/3`);
      await editor(other).filter({ hasText: '// b' }).waitFor();
      await until(() => other.url().endsWith('#/templates/b/history/3'), 'the version stays in the address');
      for (const wrong of ['#/templates/%E0%A4%A', '#/templates/none', '#/templates/a/none', '#/templates/../b']) {
        await other.goto(`${new URL(studio.address).origin}/${wrong}`);
        await until(async () => (await gallery(other).isVisible()) || openKey(other) === 'b', wrong);
      }
    }));

  it('asks before it drops a draft', () =>
    withStudio(async (studio, context) => {
      const tab = await context.newPage();
      await tab.goto(studio.address);
      await tab.getByRole('button', { name: /^Blank card/ }).click();
      await editor(tab).click();
      await tab.keyboard.type('mark');
      await openGallery(tab);
      await tab.getByRole('button', { name: 'Discard My card' }).click();
      const dialog = tab.getByRole('dialog', { name: 'Discard unsaved changes?' });
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await tab.locator('.draft').waitFor();
      await tab.getByRole('button', { name: 'Discard My card' }).click();
      expect(await diagnostics(tab)).toEqual([]);
      await dialog.getByRole('button', { name: 'Discard' }).click();
      await tab.locator('.draft').waitFor({ state: 'detached' });
    }));

  it(`loses nothing that was typed in ${sessions} random sessions`, async () => {
    for (let seed = 1; seed <= sessions; seed++) {
      const log: string[] = [];
      await withStudio((studio, context) => new Session(studio, context, randomFrom(seed), log).play()).catch(
        (error: Error) => {
          throw new Error(`session ${seed}: ${error.message}\n${log.join('\n')}`, { cause: error });
        },
      );
    }
  });
});
