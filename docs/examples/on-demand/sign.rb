require 'base64'
require 'json'
require 'openssl'

def encode(bytes) = Base64.urlsafe_encode64(bytes, padding: false)

def image_url(host, signing_key, template_id, variables, options: '-', format: 'webp')
  _, key, secret = signing_key.split('.')
  payload = variables.nil? ? '-' : encode(JSON.generate(variables))
  part = "/#{template_id}/#{options}/#{payload}.#{format}"
  signature = OpenSSL::HMAC.digest('SHA256', Base64.urlsafe_decode64(secret), "iu1\n#{part}")
  "#{host}/v1/i/#{key}/#{encode(signature)}#{part}"
end
