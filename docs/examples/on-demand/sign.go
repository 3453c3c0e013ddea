package images

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strings"
)

// ImageURL signs an image URL. variablesJSON is what json.Marshal writes; empty for no variables.
func ImageURL(host, signingKey, templateID, variablesJSON, options, format string) (string, error) {
	key := strings.SplitN(signingKey, ".", 3)
	secret, err := base64.RawURLEncoding.DecodeString(key[2])
	payload := "-"
	if variablesJSON != "" {
		payload = base64.RawURLEncoding.EncodeToString([]byte(variablesJSON))
	}
	part := "/" + templateID + "/" + options + "/" + payload + "." + format
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte("iu1\n" + part))
	return host + "/v1/i/" + key[1] + "/" + base64.RawURLEncoding.EncodeToString(mac.Sum(nil)) + part, err
}
