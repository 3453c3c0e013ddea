import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import static java.nio.charset.StandardCharsets.UTF_8;

class Sign {
    /** variablesJson is what a JSON library writes; null for no variables. */
    static String imageUrl(String host, String signingKey, String templateId, String variablesJson, String options, String format) throws Exception {
        String[] key = signingKey.split("\\.");
        Base64.Encoder encoder = Base64.getUrlEncoder().withoutPadding();
        String payload = variablesJson == null ? "-" : encoder.encodeToString(variablesJson.getBytes(UTF_8));
        String part = "/" + templateId + "/" + options + "/" + payload + "." + format;
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(Base64.getUrlDecoder().decode(key[2]), "HmacSHA256"));
        return host + "/v1/i/" + key[1] + "/" + encoder.encodeToString(mac.doFinal(("iu1\n" + part).getBytes(UTF_8))) + part;
    }
}
