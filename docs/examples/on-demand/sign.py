import base64, hashlib, hmac, json


def encode(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def image_url(host, signing_key, template_id, variables, options="-", image_format="webp"):
    _, key, secret = signing_key.split(".")
    payload = encode(json.dumps(variables, ensure_ascii=False, sort_keys=True).encode()) if variables is not None else "-"
    part = f"/{template_id}/{options}/{payload}.{image_format}"
    signature = hmac.new(base64.urlsafe_b64decode(secret + "="), f"iu1\n{part}".encode(), hashlib.sha256).digest()
    return f"{host}/v1/i/{key}/{encode(signature)}{part}"
