package io.giza.azure.settings;

import io.giza.azure.AzureAccount;
import io.giza.azure.AzureCredential;

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
final class AzureSettingsValidator {
    private static final Pattern ACCOUNT_NAME = Pattern.compile("[a-z0-9]{3,24}");
    private static final Pattern CONTAINER = Pattern.compile("[a-z0-9](-?[a-z0-9]){2,62}");
    private static final Pattern TABLE = Pattern.compile("[A-Za-z][A-Za-z0-9]{2,62}");
    private static final Pattern ENDPOINT =
            Pattern.compile("https?://[A-Za-z0-9.\\[\\]:-]{1,253}(/[A-Za-z0-9-]{1,63})?/?");
    private static final String DEFAULT_NAME = "giza";

    private final KeyPrefix key;
    private String accountName;
    private String accountKey;
    private String sasToken;
    private String blobEndpoint;
    private String tableEndpoint;
    private String suffix = "core.windows.net";
    private String scheme = "https";

    private AzureSettingsValidator(AzureSettings settings, KeyPrefix key) {
        this.key = key;
        accountName = stripped(settings.accountName());
        accountKey = stripped(settings.accountKey());
        sasToken = stripped(settings.sasToken());
        blobEndpoint = stripped(settings.blobEndpoint());
        tableEndpoint = stripped(settings.tableEndpoint());
        String connectionString = stripped(settings.connectionString());
        if (!connectionString.isEmpty()) {
            parseConnectionString(connectionString);
        }
    }

    static AzureAccount account(AzureSettings settings, KeyPrefix key) {
        AzureSettingsValidator check = new AzureSettingsValidator(settings, key);
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
                        .toLimits(new KeyPrefix(key.prefix + ".limits")));
    }

    private void parseConnectionString(String connectionString) {
        if (!accountName.isEmpty() || !accountKey.isEmpty() || !sasToken.isEmpty()) {
            throw key.invalid(
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
                throw key.invalid(
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
            throw key.invalid(
                    "connection-string",
                    "has neither AccountKey nor SharedAccessSignature: copy it whole");
        }
    }

    private AzureCredential credential(AzureSettings.@Nullable Identity identity) {
        boolean usesIdentity = identity != null && Boolean.TRUE.equals(identity.enabled());
        int credentials =
                (!accountKey.isEmpty() ? 1 : 0)
                        + (!sasToken.isEmpty() ? 1 : 0)
                        + (usesIdentity ? 1 : 0);
        if (credentials != 1) {
            throw new IllegalArgumentException(
                    key.prefix
                            + (credentials == 0 ? " says no way" : " says several ways")
                            + " to enter the account: set one of connection-string, account-key,"
                            + " sas-token and identity.enabled");
        }
        if (!accountName.isEmpty() && !ACCOUNT_NAME.matcher(accountName).matches()) {
            throw key.invalid(
                    "account-name", "is no account's name: 3 to 24 lower-case letters and digits");
        }
        if (!accountKey.isEmpty()) {
            return sharedKey(accountKey);
        }
        if (!sasToken.isEmpty()) {
            return sharedAccessSignature(sasToken);
        }
        return new AzureCredential.Identity(
                identity == null ? null : identity.clientId(),
                identity == null ? null : identity.tenantId());
    }

    private AzureCredential sharedKey(String text) {
        if (accountName.isEmpty()) {
            throw key.invalid("account-name", "is missing: set it to the account of the key");
        }
        try {
            if (Base64.getDecoder().decode(text).length > 0) {
                return new AzureCredential.SharedKey(accountName, text);
            }
        } catch (IllegalArgumentException e) {
            // Its message would show a part of the key.
            throw key.invalid(
                    "account-key", "is not base 64: copy it from the account's page 'Access keys'");
        }
        throw key.invalid("account-key", "is empty: copy it from the account's page 'Access keys'");
    }

    private AzureCredential sharedAccessSignature(String text) {
        String token = text.startsWith("?") ? text.substring(1) : text;
        if (!("&" + token).contains("&sig=") || !token.matches("[\\x21-\\x7e]+")) {
            throw key.invalid(
                    "sas-token",
                    "has no signature (sig=...): copy the token whole, without the URL");
        }
        return new AzureCredential.SharedAccessSignature(token);
    }

    private URI endpoint(String service, String configured, AzureCredential credential) {
        String setting = service + "-endpoint";
        if (configured.isEmpty() && accountName.isEmpty()) {
            throw key.invalid(
                    setting, "is missing: set it, or account-name, from which it follows");
        }
        String text =
                configured.isEmpty()
                        ? scheme + "://" + accountName + "." + service + "." + suffix
                        : configured;
        if (!ENDPOINT.matcher(text).matches()) {
            throw key.invalid(
                    setting,
                    "has another shape than https://NAME." + service + ".core.windows.net");
        }
        URI endpoint =
                requireHost(
                        setting, text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
        if (credential instanceof AzureCredential.Identity
                && !"https".equals(endpoint.getScheme())) {
            throw key.invalid(
                    setting, "is not https, and an identity's token must not be sent in the clear");
        }
        return endpoint;
    }

    private URI requireHost(String setting, String text) {
        URI endpoint = URI.create(text);
        if (endpoint.getHost() == null) {
            throw key.invalid(setting, "names no host");
        }
        return endpoint;
    }

    private static String stripped(@Nullable String configured) {
        return configured == null ? "" : configured.strip();
    }

    /**
     * The beginning of the keys of settings.
     *
     * @param prefix without a dot at its end
     */
    record KeyPrefix(String prefix) {
        private static final Duration MAX_DURATION = Duration.ofMinutes(10);

        IllegalArgumentException invalid(String setting, String why) {
            return new IllegalArgumentException(prefix + "." + setting + " " + why);
        }

        String name(String setting, @Nullable String configured, Pattern pattern, String rule) {
            String text = stripped(configured);
            if (text.isEmpty()) {
                return DEFAULT_NAME;
            }
            if (!pattern.matcher(text).matches() || text.length() > 63) {
                throw invalid(setting, "is '" + text + "': use " + rule);
            }
            return text;
        }

        Duration duration(String setting, @Nullable Duration configured, Duration defaultValue) {
            Duration value = configured == null ? defaultValue : configured;
            if (!value.isPositive()) {
                throw invalid(setting, "is " + value + ": use more than 0");
            }
            requireAtMost(setting, value, MAX_DURATION);
            return value;
        }

        void requireAtMost(String setting, Duration value, Duration max) {
            if (value.compareTo(max) > 0) {
                throw invalid(setting, "is " + value + ": use at most " + max.toSeconds() + "s");
            }
        }

        Duration quietPeriod(@Nullable Duration configured) {
            return duration("quiet-period", configured, Duration.ofSeconds(90));
        }

        int count(
                String setting, @Nullable Integer configured, int defaultValue, int min, int max) {
            int value = configured == null ? defaultValue : configured;
            if (value < min || value > max) {
                throw invalid(setting, "is " + value + ": use " + min + " to " + max);
            }
            return value;
        }
    }
}
