package io.giza.azure;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/** Makes an account of settings, or says in one sentence which of them is wrong. */
final class SettingsCheck {
    private static final Pattern ACCOUNT_NAME = Pattern.compile("[a-z0-9]{3,24}");
    private static final Pattern CONTAINER = Pattern.compile("[a-z0-9](-?[a-z0-9]){2,62}");
    private static final Pattern TABLE = Pattern.compile("[A-Za-z][A-Za-z0-9]{2,62}");
    private static final Pattern ENDPOINT =
            Pattern.compile("https?://[A-Za-z0-9.\\[\\]:-]{1,253}(/[A-Za-z0-9-]{1,63})?/?");
    private static final String DEFAULT_NAME = "giza";

    private final Key key;
    private String accountName;
    private String accountKey;
    private String sasToken;
    private String blobEndpoint;
    private String tableEndpoint;
    private String suffix = "core.windows.net";
    private String scheme = "https";

    private SettingsCheck(AzureSettings settings, Key key) {
        this.key = key;
        accountName = text(settings.accountName());
        accountKey = text(settings.accountKey());
        sasToken = text(settings.sasToken());
        blobEndpoint = text(settings.blobEndpoint());
        tableEndpoint = text(settings.tableEndpoint());
        String whole = text(settings.connectionString());
        if (!whole.isEmpty()) {
            takeApart(whole);
        }
    }

    static AzureAccount account(AzureSettings settings, Key key) {
        SettingsCheck check = new SettingsCheck(settings, key);
        AzureCredential credential = check.credential(settings.identity());
        URI blobs = check.endpoint("blob", check.blobEndpoint, credential);
        URI tables = check.endpoint("table", check.tableEndpoint, credential);
        return new AzureAccount(
                key.prefix,
                credential,
                blobs,
                tables,
                key.name(
                        "container",
                        settings.container(),
                        CONTAINER,
                        "3 to 63 lower-case letters, digits and single hyphens"),
                key.name(
                        "table",
                        settings.table(),
                        TABLE,
                        "3 to 63 letters and digits, a letter first"),
                Objects.requireNonNullElse(settings.limits(), AzureSettings.Limits.NONE)
                        .toLimits(new Key(key.prefix + ".limits")));
    }

    private void takeApart(String connectionString) {
        if (!accountName.isEmpty() || !accountKey.isEmpty() || !sasToken.isEmpty()) {
            throw key.wrong(
                    "connection-string",
                    "is given beside account-name, account-key or sas-token: keep one of both");
        }
        Map<String, String> parts = new HashMap<>();
        for (String part : connectionString.split(";", -1)) {
            int equals = part.indexOf('=');
            if (equals > 0) {
                parts.put(
                        part.substring(0, equals).strip().toLowerCase(Locale.ROOT),
                        part.substring(equals + 1).strip());
            } else if (!part.isBlank()) {
                throw key.wrong(
                        "connection-string",
                        "is no list of Name=value with semicolons in between: copy it from the"
                                + " account's page 'Access keys'");
            }
        }
        accountName = parts.getOrDefault("accountname", "");
        accountKey = parts.getOrDefault("accountkey", "");
        sasToken = parts.getOrDefault("sharedaccesssignature", "");
        blobEndpoint =
                blobEndpoint.isEmpty() ? parts.getOrDefault("blobendpoint", "") : blobEndpoint;
        tableEndpoint =
                tableEndpoint.isEmpty() ? parts.getOrDefault("tableendpoint", "") : tableEndpoint;
        suffix = parts.getOrDefault("endpointsuffix", suffix);
        scheme = parts.getOrDefault("defaultendpointsprotocol", scheme);
        if (accountKey.isEmpty() && sasToken.isEmpty()) {
            throw key.wrong(
                    "connection-string",
                    "has neither AccountKey nor SharedAccessSignature: copy it whole");
        }
    }

    private AzureCredential credential(AzureSettings.@Nullable Identity identity) {
        boolean asProcess = identity != null && Boolean.TRUE.equals(identity.enabled());
        int ways =
                (!accountKey.isEmpty() ? 1 : 0)
                        + (!sasToken.isEmpty() ? 1 : 0)
                        + (asProcess ? 1 : 0);
        if (ways != 1) {
            throw new IllegalArgumentException(
                    key.prefix
                            + (ways == 0 ? " says no way" : " says several ways")
                            + " to enter the account: set one of connection-string, account-key,"
                            + " sas-token and identity.enabled");
        }
        if (!accountName.isEmpty() && !ACCOUNT_NAME.matcher(accountName).matches()) {
            throw key.wrong(
                    "account-name", "is no account's name: 3 to 24 lower-case letters and digits");
        }
        if (!accountKey.isEmpty()) {
            return sharedKey(accountKey);
        }
        if (!sasToken.isEmpty()) {
            return signature(sasToken);
        }
        return new AzureCredential.Identity(
                identity == null ? null : identity.clientId(),
                identity == null ? null : identity.tenantId());
    }

    private AzureCredential sharedKey(String text) {
        if (accountName.isEmpty()) {
            throw key.wrong("account-name", "is missing: set it to the account of the key");
        }
        try {
            if (Base64.getDecoder().decode(text).length > 0) {
                return new AzureCredential.SharedKey(accountName, text);
            }
        } catch (IllegalArgumentException e) {
            // Its message would show a part of the key.
            throw key.wrong(
                    "account-key", "is not base 64: copy it from the account's page 'Access keys'");
        }
        throw key.wrong("account-key", "is empty: copy it from the account's page 'Access keys'");
    }

    private AzureCredential signature(String text) {
        String token = text.startsWith("?") ? text.substring(1) : text;
        if (!("&" + token).contains("&sig=") || !token.matches("[\\x21-\\x7e]+")) {
            throw key.wrong(
                    "sas-token",
                    "has no signature (sig=...): copy the token whole, without the URL");
        }
        return new AzureCredential.Signature(token);
    }

    private URI endpoint(String service, String given, AzureCredential credential) {
        String setting = service + "-endpoint";
        if (given.isEmpty() && accountName.isEmpty()) {
            throw key.wrong(setting, "is missing: set it, or account-name, from which it follows");
        }
        String text =
                given.isEmpty()
                        ? scheme + "://" + accountName + "." + service + "." + suffix
                        : given;
        if (!ENDPOINT.matcher(text).matches()) {
            throw key.wrong(
                    setting,
                    "has another shape than https://NAME." + service + ".core.windows.net");
        }
        URI endpoint =
                parsed(setting, text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
        if (credential instanceof AzureCredential.Identity
                && !"https".equals(endpoint.getScheme())) {
            throw key.wrong(
                    setting, "is not https, and an identity's token must not be sent in the clear");
        }
        return endpoint;
    }

    private URI parsed(String setting, String text) {
        URI endpoint = URI.create(text);
        if (endpoint.getHost() == null) {
            throw key.wrong(setting, "names no host");
        }
        return endpoint;
    }

    private static String text(@Nullable String given) {
        return given == null ? "" : given.strip();
    }

    /**
     * The beginning of the keys of settings.
     *
     * @param prefix without a dot at its end
     */
    record Key(String prefix) {
        private static final Duration LONGEST = Duration.ofMinutes(10);

        IllegalArgumentException wrong(String setting, String why) {
            return new IllegalArgumentException(prefix + "." + setting + " " + why);
        }

        String name(String setting, @Nullable String given, Pattern shape, String says) {
            String text = text(given);
            if (text.isEmpty()) {
                return DEFAULT_NAME;
            }
            if (!shape.matcher(text).matches() || text.length() > 63) {
                throw wrong(setting, "is '" + text + "': use " + says);
            }
            return text;
        }

        Duration duration(String setting, @Nullable Duration given, Duration otherwise) {
            Duration value = given == null ? otherwise : given;
            if (!value.isPositive()) {
                throw wrong(setting, "is " + value + ": use more than 0");
            }
            atMost(setting, value, LONGEST);
            return value;
        }

        void atMost(String setting, Duration value, Duration longest) {
            if (value.compareTo(longest) > 0) {
                throw wrong(setting, "is " + value + ": use at most " + longest.toSeconds() + "s");
            }
        }

        Duration quietPeriod(@Nullable Duration given) {
            return duration("quiet-period", given, Duration.ofSeconds(90));
        }

        int count(String setting, @Nullable Integer given, int otherwise, int least, int most) {
            int value = given == null ? otherwise : given;
            if (value < least || value > most) {
                throw wrong(setting, "is " + value + ": use " + least + " to " + most);
            }
            return value;
        }
    }
}
