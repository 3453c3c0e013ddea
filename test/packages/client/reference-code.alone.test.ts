import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import file from '../../deliver/vectors/on-demand-urls.json' with { type: 'json' };
import { useFolder } from '../../support/folder.ts';

const folder = resolve('docs/examples/on-demand');
const root = useFolder();

/** A language, and a program that prints the URL of each vector in a line. */
interface Language {
  readonly name: string;
  /** Says that the language is installed. */
  readonly probe: string;
  readonly file: string;
  /** How the program is run in a folder that holds it and the reference code. */
  readonly run: string;
  /** The program's file. */
  readonly main: string;
  readonly program: string;
}

const rows = file.vectors.map((one) => {
  const { signingKey, templateId, variablesJson, options, format } = one;
  return { signingKey, templateId, variablesJson, options, format };
});
/** A text as Java, Go and PHP read it in quotes. */
const quoted = (text: string | null): string => (text === null ? 'null' : JSON.stringify(text));

const languages: readonly Language[] = [
  {
    ...{ name: 'Python', probe: 'python3 --version', file: 'sign.py', main: 'main.py' },
    run: 'python3 main.py',
    program: `import json, sign
sign.json.dumps = lambda text, **_: text
for v in json.load(open('vectors.json')):
    print(sign.image_url('', v['signingKey'], v['templateId'], v['variablesJson'], v['options'], v['format']))
`,
  },
  {
    ...{ name: 'PHP', probe: 'php --version', file: 'sign.php', main: 'main.php' },
    run: 'php main.php',
    program: `<?php
require 'sign.php';
foreach (json_decode(file_get_contents('vectors.json')) as $v) {
    echo image_url('', $v->signingKey, $v->templateId, $v->variablesJson, $v->options, $v->format), "\\n";
}
`,
  },
  {
    ...{ name: 'Ruby', probe: 'ruby --version', file: 'sign.rb', main: 'main.rb' },
    run: 'ruby main.rb',
    program: `require_relative 'sign'
vectors = JSON.parse(File.read('vectors.json'))
def JSON.generate(text) = text
vectors.each { |v| puts image_url('', v['signingKey'], v['templateId'], v['variablesJson'], options: v['options'], format: v['format']) }
`,
  },
  {
    ...{ name: 'Go', probe: 'go version', file: 'sign.go', main: 'sign_test.go' },
    run: 'go mod init images >/dev/null 2>&1; go test ./... >/dev/null && cat out.txt',
    program: `package images

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

func TestVectors(t *testing.T) {
	text, _ := os.ReadFile("vectors.json")
	var vectors []struct{ SigningKey, TemplateId, VariablesJson, Options, Format string }
	json.Unmarshal(text, &vectors)
	lines := []string{}
	for _, v := range vectors {
		url, _ := ImageURL("", v.SigningKey, v.TemplateId, v.VariablesJson, v.Options, v.Format)
		lines = append(lines, url)
	}
	os.WriteFile("out.txt", []byte(strings.Join(lines, "\\n")), 0o600)
}
`,
  },
  {
    ...{ name: 'Java', probe: 'javac -version', file: 'Sign.java', main: 'Main.java' },
    run: 'javac -encoding UTF-8 Sign.java Main.java && java -Dfile.encoding=UTF-8 Main',
    program: `class Main {
  public static void main(String[] args) throws Exception {
    String[][] vectors = {
${rows.map((row) => `      {${Object.values(row).map(quoted).join(', ')}},`).join('\n')}
    };

/**
 * @promise On-demand URLs: The reference code of five languages signs the shared vectors
 * @figure Python, PHP, Ruby, Go and Java: equal
 */

    for (String[] v : vectors) System.out.println(Sign.imageUrl("", v[0], v[1], v[2], v[3], v[4]));
  }
}
`,
  },
];

const isInstalled = ({ probe }: Language): boolean => spawnSync(probe, { shell: true, timeout: 60_000 }).status === 0;

describe.each(languages)('the reference code in $name', (language) => {
  it('has at most fifteen lines', () => {
    const lines = readFileSync(join(folder, language.file), 'utf8').split('\n');
    const isCode = (line: string) => !/^\s*$|^(import|require|package|<\?php|\)|\t"|\s*\/\*\*|\/\/)/.test(line);
    expect(lines.filter(isCode).length).toBeLessThanOrEqual(15);
  });

  it.runIf(isInstalled(language))('signs every shared vector', () => {
    const dir = mkdtempSync(join(root, 'reference-'));
    writeFileSync(join(dir, language.file), readFileSync(join(folder, language.file)));
    writeFileSync(join(dir, 'vectors.json'), JSON.stringify(rows));
    writeFileSync(join(dir, language.main), language.program);
    const { stdout, stderr } = spawnSync(language.run, { shell: true, cwd: dir, encoding: 'utf8' });

    expect(`${stdout}${stderr}`.trim().split('\n')).toEqual(file.vectors.map(({ path }) => path));
  });
});
