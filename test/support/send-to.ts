interface Service {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** Sends a request to the API of a service; a body that is no string is sent as JSON. */
export const sendTo = async (
  { baseUrl, apiKey }: Service,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
) => {
  const response = await fetch(baseUrl + path, {
    method,
    headers: { authorization: `Bearer ${apiKey}`, ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: answers of every route; each test says what it expects
  return { status: response.status, json: (await response.json()) as any };
};
