import { PassThrough } from 'node:stream';
import { imageParameters } from 'image-url-contract/image-parameters.ts';
import { mintBatchRequest, mintRequest } from 'image-url-contract/schemas/mint.ts';
import { checkTemplateRequest } from 'image-url-contract/schemas/template.ts';
import { pathTokens } from 'image-url-contract/signing/on-demand-url.ts';
import { describe, expect, it } from 'vitest';
import { readRenderRequest } from '#engine/api/given-input.ts';
import { imageOptionNames, imageOptions } from '#engine/image-options.ts';
import { checkOptions } from '#engine/lint/source/template-options.ts';
import { templateOptions } from '#engine/rendering/template-options.ts';
import { edgeSource } from '../../lib/delivery/edge-source.ts';
import { trial } from '../../packages/cli/src/mcp/inputs.ts';
import { run } from '../../packages/cli/src/program.ts';
import * as client from '../../packages/client/src/contract.ts';
import { openApiDocument } from '../../tools/docs/openapi-document.ts';

const getHelp = async (command: string): Promise<string> => {
  const shown = new PassThrough();
  const process = { cwd: () => '.', env: {}, stdout: shown, stderr: shown };
  await run([command, '--help'], process as unknown as Parameters<typeof run>[1]);
  return String(shown.read());
};

describe.each(imageOptionNames.map((name) => ({ name, ...imageOptions[name] })))('the option $name', (option) => {
  const { name, value, valid, argument } = option;
  const sample = ['og', 'png', 1].find((one) => value().safeParse(one).success);

  it('is a field of a mint, of an item of a batch, of a check, and of the OpenAPI document', () => {
    const item = mintBatchRequest.shape.items.element;
    for (const shape of [mintRequest.shape, item.shape, checkTemplateRequest.shape]) expect(shape).toHaveProperty(name);
    for (const id of ['MintRequest', 'CheckTemplateRequest'])
      expect(openApiDocument().components?.schemas?.[id]).toHaveProperty(`properties.${name}`);
    expect(mintRequest.safeParse({ templateId: 't', [name]: sample }).success).toBe(true);
    expect(mintRequest.safeParse({ templateId: 't', [name]: {} }).success).toBe(false);
  });

  it('is an option of a render, of a template and of what is stored', () => {
    expect(readRenderRequest({ [name]: sample }).chosen).toEqual({ [name]: sample });
    if (name === 'size') return;
    expect(checkOptions({ [name]: sample as string }, undefined)).toMatchObject({ errors: [], warnings: [] });
    expect(checkOptions({ [name]: {} }, undefined).errors[0]?.message).toBe(`options.${name} must be ${valid}.`);
    expect(templateOptions.parse({ engine: 'takumi', [name]: sample })).toHaveProperty(name, sample);
  });

  it('is said by both forms of a URL, with what the edge and the client know of it', async () => {
    expect('path' in option || 'query' in option).toBe(true);
    if ('query' in option) {
      expect(imageParameters).toHaveProperty(option.query.name);
      expect(edgeSource('verify-image-url')).toContain(`'${option.query.name}'`);
    }
    if (!('path' in option)) return;
    const { letter, form } = option.path;
    expect(pathTokens).toContainEqual(expect.objectContaining({ name, letter, form }));
    expect(client.pathTokens).toContainEqual(expect.objectContaining({ name, letter, form }));
    expect(edgeSource('verify-on-demand-url')).toContain(`/^${letter}${form.source.slice(1)}/`);
  });

  it('is a flag of the command line and an input of agents, with the sentence of what is valid', async () => {
    const flag = `--${name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)} <${argument}>`;
    for (const command of ['mint', 'sign']) expect(await getHelp(command)).toContain(flag);
    expect((await getHelp('sign')).replaceAll(/\s+/g, ' ')).toContain(`${flag} ${valid}`);
    expect(trial).toHaveProperty(`${name}.description`, valid);
  });
});
