<?php
function encode(string $bytes): string {
    return rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
}

/** $variablesJson is what json_encode writes; null for no variables. */
function image_url(string $host, string $signingKey, string $templateId, ?string $variablesJson, string $options = '-', string $format = 'webp'): string {
    [, $key, $secret] = explode('.', $signingKey);
    $payload = $variablesJson === null ? '-' : encode($variablesJson);
    $part = "/$templateId/$options/$payload.$format";
    $signature = hash_hmac('sha256', "iu1\n$part", base64_decode(strtr($secret, '-_', '+/')), true);
    return "$host/v1/i/$key/" . encode($signature) . $part;
}
