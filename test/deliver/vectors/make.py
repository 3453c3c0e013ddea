"""Writes on-demand-urls.json: URLs signed by code that shares nothing with the service's own."""
import base64, hashlib, hmac, json, pathlib

def b64(data): return base64.urlsafe_b64encode(data).decode().rstrip('=')

def sign(signing_key, template_id, variables_json, options, fmt):
    _, key, secret = signing_key.split('.')
    payload = b64(variables_json.encode()) if variables_json is not None else '-'
    signed = f'/{template_id}/{options}/{payload}.{fmt}'
    mac = hmac.new(base64.urlsafe_b64decode(secret + '='), f'iu1\n{signed}'.encode(), hashlib.sha256)
    return f'/v1/i/{key}/{b64(mac.digest())}{signed}'

master = base64.urlsafe_b64decode('BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=')
def signing_key(key): return f"iusk.{key}.{b64(hmac.new(master, f'iusk' .encode() + chr(10).encode() + key.encode(), hashlib.sha256).digest())}"
keys = [signing_key('1-ana-0123456789abcdef'), signing_key('1-' + 'b' * 32 + '-zzzzzzzzzzzzzzzz')]
cases = [
    ('no variables and no options', 't-1', None, '-', 'png'),
    ('an empty object', 't-1', '{}', '-', 'png'),
    ('plain text', 't-1', '{"title":"Hello"}', '-', 'webp'),
    ('every option in its order', 'SsNZIfL7Cvwr9lDMqIxpIw', '{"title":"Hello"}', 'v12-w1200-h630-x1.5-q80-e20301231', 'jpeg'),
    ('a version only', 't-1', '{"title":"Hello"}', 'v3', 'png'),
    ('a pixel ratio below one', 't-1', None, 'x0.5', 'png'),
    ('an expiry only', 't_1', None, 'e20300101', 'png'),
    ('emoji', 't-1', '{"title":"👩‍👧 and 🏳️‍🌈"}', '-', 'png'),
    ('escaped emoji', 't-1', '{"title":"\\ud83d\\ude00"}', '-', 'png'),
    ('an escaped lone surrogate, which no image shows', 't-1', '{"title":"\\ud83d"}', '-', 'png'),
    ('plus, percent and ampersand', 't-1', '{"title":"1+1 = 100% & more/less?#"}', '-', 'png'),
    ('empty values', 't-1', '{"title":"","list":[],"map":{},"none":null}', '-', 'png'),
    ('numbers and booleans', 't-1', '{"n":-1.5e-7,"yes":true,"no":false}', '-', 'png'),
    ('another order and spaces', 't-1', '{ "b": 1,\n  "a": "2" }', '-', 'png'),
    ('Ünïcödé, composed and not', 't-1', '{"title":"Ünïcödé e\u0301"}', '-', 'png'),
    ('payload of every length in bytes', 't-1', '{"a":1}', '-', 'png'),
    ('payload of every length in bytes, 2', 't-1', '{"ab":1}', '-', 'png'),
    ('payload of every length in bytes, 3', 't-1', '{"abc":1}', '-', 'png'),
]
vectors = [
    dict(title=f'{title}, {name} key', signingKey=k, templateId=t, variablesJson=v, options=o, format=f, path=sign(k, t, v, o, f))
    for name, k in zip(['short', 'long'], keys) for title, t, v, o, f in cases
]
here = pathlib.Path(__file__).parent
(here / 'on-demand-urls.json').write_text(json.dumps(dict(
    comment='Each language signs variablesJson as it stands. master is the key of the keyring that the signing keys are derived from.',
    master=b64(master), vectors=vectors), ensure_ascii=False, indent=2) + '\n')
