import type { PictureType } from '../contract/image-bytes.ts';
import type { QuotaName } from '../contract/schemas/usage.ts';
import type { StageEngine } from '../core/engines/engines.ts';
import type { RenderedImage } from '../core/picture/rendered-image.ts';
import type { BillingPeriod } from '../core/quota/billing-period.ts';
import type { Keyring, SigningKey } from '../core/signing/keyring.ts';
import type { RenderPlan } from '../core/template/render-plan/render-plan.ts';
import type { StoredTree } from '../core/vnode/stored-tree.ts';
import type { FunctionId, functions } from '../functions.ts';
import type { MetricName } from '../metrics.ts';
import type { IdempotencyKeeper, Reservation } from './idempotency.ts';
import type {
  AccountRecord,
  DenialRecord,
  FontRecord,
  KeyRecord,
  RevocationRecord,
  TemplateRecord,
  VersionRecord,
  Walked,
} from './records.ts';

/** A key as a caller presents it, after its form was checked. */
export interface PresentedKey {
  readonly keyId: string;
  readonly keyHash: string;
  readonly accountId: string;
}

/** What one consistent read finds of a caller; whatever is absent does not exist. */
export interface FoundCaller {
  readonly key?: KeyRecord;
  readonly account?: AccountRecord;
  readonly templates: ReadonlyMap<string, TemplateRecord>;
}

export interface CallerReader {
  /** Reads key, account and templates in one round trip, consistently. */
  find(key: PresentedKey, templateIds: readonly string[]): Promise<FoundCaller>;
}

export interface TemplateLister {
  /** Newest first, at most `limits.listedTemplates` and about `limits.listedBytes`. */
  ownedBy(ownerId: string): Promise<readonly TemplateRecord[]>;
}

export interface TemplateCreator {
  /** Stores a template whose id must not exist yet. */
  create(template: TemplateRecord): Promise<void>;
  /** A template that an earlier run of the same request has created. */
  find(templateId: string, ownerId: string): Promise<TemplateRecord | undefined>;
}

/** What an update sets. Fields that follow from the code change together or not at all. */
export interface TemplateChange {
  readonly name?: string;
  readonly description?: string;
  readonly compiled?: Pick<
    TemplateRecord,
    'codeHash' | 'renderPlanHash' | 'variables' | 'seesAll' | 'options' | 'warnings' | 'preview'
  >;
}

export interface TemplateTracer {
  /** Who deleted a template; undefined when nobody did. */
  deletedBy(templateId: string): Promise<string | undefined>;
}

export interface TemplateUpdater {
  /**
   * Applies the change as a whole and returns the whole record; undefined when the template is gone. The version grows when
   * the code is another one than before, and the one before it is kept among the versions first.
   *
   * @param template the record as it was read a moment ago.
   */
  update(template: TemplateRecord, change: TemplateChange, now: Date): Promise<TemplateRecord | undefined>;
}

export interface TemplateDeleter {
  /** Leaves nothing of a template but its id, which is never used again; false when it is not the owner's. */
  delete(templateId: string, ownerId: string): Promise<boolean>;
  /** Removes the earlier versions of a deleted template. */
  deleteVersions(templateId: string): Promise<void>;
}

/** Versions a template had before its current one. */
export interface VersionReader {
  find(templateId: string, version: number): Promise<VersionRecord | undefined>;
}
export interface VersionLister {
  /** Newest first, at most `limits.listedVersions`. */
  of(templateId: string): Promise<readonly VersionRecord[]>;
}

/** Codes and render plans under the hash of their bytes. */
export interface SourceReader {
  code(hash: string): Promise<string>;
}
export interface SourceWriter {
  /** Stores both and returns their names: SHA-256 of the bytes, in hex. */
  put(code: string, renderPlan: RenderPlan): Promise<{ readonly codeHash: string; readonly renderPlanHash: string }>;
}
export interface RenderPlanReader {
  /** A render plan proven by its hash; undefined when there is none, its bytes changed, or its format is unknown. */
  find(renderPlanHash: string): Promise<RenderPlan | undefined>;
}

export interface TreeWriter {
  /**
   * Stores trees, at most 25, under their addresses. A tree never changes: where an equal one stands, its end is moved out
   * to the moment, never in. Without a moment they stay for good.
   *
   * @returns the addresses where another tree stands, untouched.
   */
  putAll(trees: ReadonlyMap<string, StoredTree>, expiresAt?: Date): Promise<readonly string[]>;
}
/** What is settled of one remote image of a tree. */
export type Pin =
  /** Its bytes, by the name they are stored under: for good. */
  | { readonly is: 'had'; readonly hash: string; readonly bytes: number }
  /** There is no room for it: for good. */
  | { readonly is: 'too large' }
  /** It could not be had so many times in a row, and is left out until a moment. */
  | { readonly is: 'missing'; readonly reason: string; readonly tries: number; readonly retryAt: Date };
export interface FoundTree extends Pick<StoredTree, 'bytes' | 'hash'> {
  /** By `pinName` of the image's URL. */
  readonly pins: ReadonlyMap<string, Pin>;
}
export interface TreeReader {
  find(address: string): Promise<FoundTree | undefined>;
}
export interface TreePinner {
  /**
   * Pins one remote image of a tree, on condition that nothing has happened to it since it was looked at. Returns the pin
   * that holds, another's when it was first.
   *
   * @param seen what was pinned then.
   */
  pin(address: string, name: string, pin: Pin, seen: Pin | undefined): Promise<Pin>;
}

/** Bytes of remote images by content. */
export interface PinnedImageReader {
  find(hash: string): Promise<Uint8Array | undefined>;
}
export interface PinnedImageWriter {
  /** Returns the name the bytes are stored under. */
  put(bytes: Uint8Array): Promise<string>;
}

/** Fonts of an account's own. */
export interface FontLister {
  /** Newest first. */
  of(accountId: string): Promise<readonly FontRecord[]>;
}
export interface FontAdder {
  /** Adds a font in one atomic step, in place of one with its id; false when the account has as many as it may. */
  add(accountId: string, font: FontRecord): Promise<boolean>;
}
export interface FontDeleter {
  /** False when there is none. */
  delete(accountId: string, fontId: string): Promise<boolean>;
}
/** Bytes of fonts by content; what was drawn with them needs them for good. */
export interface FontFileReader {
  /** @throws when they are lost or damaged: a picture drawn without would be another one. */
  read(hash: string): Promise<Uint8Array>;
}
export interface FontFileWriter {
  /** Returns the name the bytes are stored under. */
  put(bytes: Uint8Array): Promise<string>;
}

/** A picture as it is kept: whoever finds it did not draw it. */
export type CachedImage = Omit<RenderedImage, 'timings'>;
/** Rendered images; losing one costs a render. */
export interface ImageReader {
  find(name: string): Promise<CachedImage | undefined>;
}
export interface ImageWriter {
  put(name: string, image: CachedImage): Promise<void>;
}

/** The public image host, as any reader sees it. */
export interface ImageHost {
  /**
   * Has a picture drawn if it is not there yet. `refused` is a URL that is delivered no more, `unknown` any answer that says
   * nothing of the picture.
   */
  request(url: string, withinMs: number): Promise<'drawn' | 'failed' | 'refused' | 'unknown'>;
}

/** Pictures that are to be drawn before anybody asks for them. */
export interface Prewarms {
  /** @param account whose they are: accounts take turns. */
  order(urls: readonly string[], account: string): Promise<void>;
}

/** An attempt at drawing a picture, as everybody sees it. */
export interface DrawingAttempt {
  /** Made by whoever began it. */
  readonly id: string;
  /** Which one in a row it is, those before it having failed; 0 for one that does not count. */
  readonly number: number;
  readonly startedAt: Date;
  /**
   * Milliseconds of processor time of drawings before it, since the last one that counted, that others kept from coming to
   * their end.
   */
  readonly spentMs: number;
  /** Until then nobody begins another. */
  readonly retryAt: Date;
  /** Whether it is known to have failed; else it may be under way. */
  readonly hasFailed: boolean;
}
/** Whoever draws a picture tells everybody else, so that what fails is tried seldom, and once at a time. */
export interface DrawingAttempts {
  find(name: string): Promise<DrawingAttempt | undefined>;
  /** Begins an attempt in place of the one that was seen, if any; false when something has happened since. */
  begin(name: string, attempt: DrawingAttempt, seen: DrawingAttempt | undefined): Promise<boolean>;
  /** Ends an attempt as `outcome`, or forgets it. Does nothing once another has begun. */
  end(name: string, attempt: DrawingAttempt, outcome?: DrawingAttempt): Promise<void>;
}

/** A fetch's part of the room that several share. */
export interface Room {
  /** Takes room for all bytes that are announced or have arrived so far; false when there is none. */
  grow(toBytes: number): boolean;
  /** Fires when the room goes to another fetch. */
  readonly lost: AbortSignal;
}
/** Fetches pictures that templates name, from public addresses only. */
export interface RemoteImages {
  /** A picture larger than what is left of the room is refused as too large. */
  fetch(
    url: string,
    room: Room,
  ): Promise<{ readonly ok: true; readonly bytes: Uint8Array } | { readonly ok: false; readonly reason: string }>;
}

/** What came of asking for units. */
export interface Taking {
  /** Whether they were taken; if not, nothing was. */
  readonly isTaken: boolean;
  /** Units taken in the period by then, these among them. */
  readonly used: number;
}

/** Counts units of one kind against a month's allowance. */
export interface Ledger {
  /**
   * Takes `units` in one atomic step, or nothing when fewer are left. When it fails, nothing was taken and nothing will be,
   * unless the ledger cannot be reached at all.
   *
   * @param reservation for callers who may ask again: they find it taken.
   */
  take(
    account: string,
    period: BillingPeriod,
    units: number,
    limit: number,
    reservation?: Reservation,
  ): Promise<Taking>;
  /** Gives back what was taken: with a reservation once, however often it is asked, and nothing if nothing was taken. */
  giveBack(account: string, period: BillingPeriod, units: number, reservation?: Reservation): Promise<void>;
  /** Units taken in the period so far. */
  used(account: string, period: BillingPeriod): Promise<number>;
}

export interface UsageReader {
  /** Units of both kinds taken in the period so far. */
  find(account: string, period: BillingPeriod): Promise<{ readonly mints: number; readonly generations: number }>;
}

/** Reads the signing keyring. */
export interface Keys {
  /** @param operators told when the keyring cannot be read again and the last good one goes on serving. */
  keyring(operators: Pick<Runtime, 'log' | 'count'>): Promise<Keyring>;
}

/** What signing a URL needs. */
export interface SigningKeys extends Keys {
  readonly imageUrl: string;
  readonly lifetimeDays: number;
}

/** What verifying a URL needs. */
export interface VerifyingKeys extends Keys {
  /** Whether the edge function is in front; only then are its headers trusted. */
  readonly isBehindEdge: boolean;
}

/** One version of the keyring's secret. */
export interface KeyringVersion {
  readonly version: string;
  /** Absent while the secret holds no key yet. */
  readonly keyring?: Keyring;
}
export interface KeyringKeeper {
  /** The version in use, the one before it, the one proposed last, or one by its name. */
  find(which: 'current' | 'previous' | 'pending' | { readonly version: string }): Promise<KeyringVersion | undefined>;
  /** Stores a keyring as a new version that is not in use. A version that is already there stays as it is. */
  propose(version: string, keyring: Keyring): Promise<void>;
  /** Makes a version the current one in place of another; false when that other is not current. */
  accept(version: string, instead: string | undefined): Promise<boolean>;
  /** Gives a proposed version up. */
  withdraw(version: string): Promise<void>;
}

/** The keys the edge function verifies with. */
export interface EdgeKeys {
  /** Adds keys; @throws when the edge has another secret under one of their ids. */
  put(keys: readonly SigningKey[]): Promise<void>;
  /** Whether the edge has all of these keys. */
  holds(keys: readonly SigningKey[]): Promise<boolean>;
  /** Ids of all keys the edge has. */
  ids(): Promise<string[]>;
  drop(ids: readonly string[]): Promise<void>;
}

/** Which accounts and templates an operator has denied. */
export interface DenialReader {
  /**
   * @param subjects their names (`subjectName`).
   * @param onStale told why a denial could not be read anew; the last answer that could goes on serving.
   */
  isAnyDenied(subjects: readonly string[], onStale: (cause: unknown) => void): Promise<boolean>;
}
export interface DenialList {
  all(): Promise<readonly DenialRecord[]>;
}
/** The denials the edge function refuses by. */
export interface EdgeDenials {
  /** Makes the edge's denials these, by the subjects' names; the list is asked for anew when others write at the same time. */
  keepOnly(list: () => Promise<readonly string[]>): Promise<void>;
}

/** What an image URL may be revoked by. */
export interface RevocableUrl {
  readonly accountId: string;
  readonly hash: string;
  readonly templateId: string;
  readonly version: number;
}
export interface RevocationReader {
  /** @param onStale told why revocations could not be read anew; the last answer that could goes on serving. */
  isRevoked(url: RevocableUrl, onStale: (cause: unknown) => void): Promise<boolean>;
}
export interface RevocationLister {
  /** Those of an account, lifted and expired ones among them. */
  of(accountId: string): Promise<readonly RevocationRecord[]>;
}
export interface RevocationAdder extends RevocationLister {
  put(revocation: RevocationRecord): Promise<void>;
}
export interface RevocationLifter extends RevocationLister {
  /** Marks a revocation as lifted; false when there is none. */
  lift(accountId: string, revocationId: string): Promise<boolean>;
  /** Removes a revocation unless somebody has made it anew since it was lifted. */
  removeLifted(accountId: string, revocationId: string): Promise<void>;
}
export interface RevocationWalker {
  /** Those of every account. */
  all(): Promise<readonly RevocationRecord[]>;
}
/** Entries that the edge function refuses by, as they should be: asked for after the store's state was read, and anew when others write. */
export type WantedEntries = () => Promise<ReadonlyMap<string, string>>;
export interface EdgeRevocationAdder {
  /** Whether there is room for another revocation. */
  hasRoom(): Promise<boolean>;
  /** Writes those of some entries that there should be. */
  add(names: readonly string[], wanted: WantedEntries): Promise<void>;
}
export interface EdgeRevocationLifter {
  /** Writes those of some entries that there should be, and removes the others. */
  update(names: readonly string[], wanted: WantedEntries): Promise<void>;
}
export interface EdgeRevocationKeeper {
  /** Makes all entries of revocations these. */
  keepOnly(wanted: WantedEntries): Promise<void>;
}

/** Something said to the author: words, or a picture. */
export type Said =
  | { readonly text: string }
  | { readonly picture: { readonly bytes: Uint8Array; readonly type: PictureType } };
export interface AuthorRequest {
  /** What is wanted. */
  readonly brief: readonly Said[];
  /** Earlier answers, each with what was said to it. */
  readonly rounds: readonly { readonly answer: string; readonly reply: readonly Said[] }[];
  readonly signal: AbortSignal;
}
/** A language model that writes templates. */
export interface TemplateAuthor {
  readonly isConfigured: boolean;
  /** Answers it is asked for at most for one template. */
  readonly rounds: number;
  /** The model's whole answer as text. */
  write(request: AuthorRequest): Promise<Written>;
}
export interface TokensUsed {
  /** Read anew; what comes out of the model's cache is counted beside it. */
  readonly input: number;
  readonly cached: number;
  readonly output: number;
}
type Written =
  /** Cut: the model had more to say than it may. */
  | { readonly ok: true; readonly answer: string; readonly isCut: boolean; readonly tokens: TokensUsed }
  /** Unavailable: this AWS account has no access to the model. The cause is for the log. */
  | { readonly ok: false; readonly isUnavailable: boolean; readonly cause: unknown };

/** The service from outside, with the API key of the canary's account. */
export interface ServiceClient {
  /** @returns undefined while the canary has no key; `canary enrol` of the admin program gives it one. */
  mint(body: unknown): Promise<ServiceAnswer | undefined>;
  /** Fetches an image URL as a browser does. */
  fetchImage(url: string): Promise<ServiceAnswer>;
}
export interface ServiceAnswer {
  readonly status: number;
  readonly bytes: Uint8Array;
  /** `X-Request-Id`, by which its log is found. */
  readonly requestId: string;
}

export interface AccountRoller {
  /** Accounts whose visible period ended at or before the moment. */
  due(moment: Date): AsyncIterable<Walked<AccountRecord>>;
  /** Changes an account if its period is still the one that was read. */
  roll(
    account: AccountRecord,
    change: Partial<Pick<AccountRecord, 'status' | 'periodStart' | 'periodEnd'>>,
  ): Promise<boolean>;
  /** Deletes usage of periods that began before the moment. */
  forgetUsage(accountId: string, before: Date): Promise<void>;
}

/** The port of each capability; a capability without one does not compile. */
export interface Ports {
  'callers:read': CallerReader;
  'callersWithTemplates:read': CallerReader;
  'templates:list': TemplateLister;
  'templates:create': TemplateCreator;
  'templates:update': TemplateUpdater;
  'templates:delete': TemplateDeleter;
  'templates:trace': TemplateTracer;
  'versions:read': VersionReader;
  'versions:list': VersionLister;
  'sources:read': SourceReader;
  'sources:write': SourceWriter;
  'renderPlans:read': RenderPlanReader;
  'trees:write': TreeWriter;
  'trees:read': TreeReader;
  'trees:pin': TreePinner;
  'pinnedImages:read': PinnedImageReader;
  'pinnedImages:write': PinnedImageWriter;
  'fonts:read': FontLister;
  'fonts:add': FontAdder;
  'fonts:delete': FontDeleter;
  'fontFiles:read': FontFileReader;
  'fontFiles:write': FontFileWriter;
  'images:read': ImageReader;
  'images:write': ImageWriter;
  'images:request': ImageHost;
  'prewarms:order': Prewarms;
  'drawings:attempt': DrawingAttempts;
  'remoteImages:fetch': RemoteImages;
  'usage:read': UsageReader;
  'idempotency:keep': IdempotencyKeeper;
  'mints:spend': Ledger;
  'generations:spend': Ledger;
  'signingKeys:read': SigningKeys;
  'signingKeys:verify': VerifyingKeys;
  'keyring:rotate': KeyringKeeper;
  'edgeKeys:write': EdgeKeys;
  'denials:read': DenialReader;
  'denials:list': DenialList;
  'edgeDenials:write': EdgeDenials;
  'revocations:read': RevocationReader;
  'revocations:list': RevocationLister;
  'revocations:add': RevocationAdder;
  'revocations:lift': RevocationLifter;
  'revocations:walk': RevocationWalker;
  'edgeRevocations:add': EdgeRevocationAdder;
  'edgeRevocations:lift': EdgeRevocationLifter;
  'edgeRevocations:keep': EdgeRevocationKeeper;
  'author:ask': TemplateAuthor;
  'accounts:roll': AccountRoller;
  'service:call': ServiceClient;
}

/** The ports one function receives: exactly what its row in the function table asks for. */
export type PortsOf<F extends FunctionId> = Pick<Ports, (typeof functions)[F]['needs'][number]>;

/** How much of a month's allowance is used, as it stands at the answer to a request. */
export interface QuotaState {
  readonly name: QuotaName;
  readonly limit: number;
  readonly used: number;
  /** When it begins at zero again. */
  readonly endsAt: Date;
}

/** Everything else from outside: time, chance and the log. */
export interface Runtime extends StageEngine {
  now(): Date;
  randomBytes(count: number): Uint8Array;
  /** Writes a line for operators; never keys, signatures, prompts or values of variables. */
  log(level: 'info' | 'warn' | 'error', message: string, details?: Readonly<Record<string, unknown>>): void;
  /** Of a request whose caller may send it again: what is taken for its reservation is taken once, in whatever run. */
  readonly keyed?: { readonly reservation: Reservation; readonly isRepeated: boolean };
  /** Of the stage's studio, whose page calls the API from there; undefined where there is none. */
  readonly studioOrigin?: string | undefined;
  /** Has the answer say how much of a quota is left. */
  tellQuota(state: QuotaState): void;
  /** Adds to metrics. Values given together become one line of the log. */
  count(values: Readonly<Partial<Record<MetricName, number>>>): void;
}
