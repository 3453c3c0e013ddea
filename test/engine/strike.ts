import { type Caller, send } from '../support/service.ts';
import type { Attack } from './attacks/attack.ts';

export interface Struck {
  /** `image`, or the code of the error that ended it. */
  readonly ending: string;
  /** What the error says; '' for an image. */
  readonly message: string;
}

/** Sends an attack through the service as its caller would: saves the template, mints a URL, fetches the image. */
export const strike = async (caller: Caller, { code, variables, options }: Attack): Promise<Struck> => {
  const saved = await send('POST', '/v1/templates', { caller, body: { name: 'attack', code } });
  if (saved.status !== 201) return { ending: saved.json.code, message: saved.json.message };
  const body = { templateId: saved.json.templateId, variables, ...options };
  const mint = await send('POST', '/v1/url', { caller, body });
  if (mint.status !== 200) {
    const { code, message } = mint.json;
    // what costs much is rendered before it is paid for, and fails there
    const isUnrendered = code === 'INVALID_VARIABLES' && /^This image cannot be rendered/.test(message);
    return { ending: isUnrendered ? 'RENDER_ERROR' : code, message };
  }
  const { status, json } = await imageAt(mint.json.url);
  return { ending: status === 200 ? 'image' : json.code, message: json.message };
};

const imageAt = async (url: string): Promise<{ status: number; json: { code: string; message: string } }> => {
  const response = await fetch(url);
  const bytes = Buffer.from(await response.arrayBuffer());
  if (response.status !== 200) return { status: response.status, json: JSON.parse(bytes.toString('utf8')) };
  const isWebp = bytes.subarray(8, 12).toString('latin1') === 'WEBP';
  if (!isWebp) throw new Error(`No image: ${bytes.subarray(0, 60).toString('latin1')}`);
  return { status: 200, json: { code: '', message: '' } };
};
