package io.giza.azure.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.azure.AzureAccount;
import io.giza.azure.AzureCredential;
import io.giza.azure.AzureLimits;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.net.URI;
import java.time.Duration;

class AzureSettingsTest {
    private static final String KEY = "c2VjcmV0c2VjcmV0c2VjcmV0";
    private static final String WHOLE =
            "DefaultEndpointsProtocol=https;AccountName=photos1;AccountKey="
                    + KEY
                    + ";EndpointSuffix=core.windows.net";

    @Test
    void aConnectionStringIsTakenApart() {
        AzureAccount account = AzureSettings.of(WHOLE).toAccount("giza.fragment.azure");

        assertThat(account.blobEndpoint())
                .isEqualTo(URI.create("https://photos1.blob.core.windows.net"));
        assertThat(account.tableEndpoint())
                .isEqualTo(URI.create("https://photos1.table.core.windows.net"));
        assertThat(account.credential()).isEqualTo(new AzureCredential.SharedKey("photos1", KEY));
        assertThat(account.container()).isEqualTo("giza");
        assertThat(account.table()).isEqualTo("giza");
        assertThat(account.limits())
                .isEqualTo(
                        new AzureLimits(
                                Duration.ofSeconds(5),
                                Duration.ofSeconds(20),
                                3,
                                Duration.ofMillis(200),
                                Duration.ofSeconds(5),
                                64,
                                Duration.ofSeconds(90)));
    }

    @Test
    void anEmulatorsConnectionStringNamesItsEndpoints() {
        AzureAccount account =
                AzureSettings.of(
                                "DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;AccountKey="
                                        + KEY
                                        + ";BlobEndpoint=http://127.0.0.1:10000/devstoreaccount1;"
                                        + "TableEndpoint=http://127.0.0.1:10002/devstoreaccount1;")
                        .withNames("dc1", "Dc1")
                        .toAccount("x");

        assertThat(account.blobEndpoint().getPort()).isEqualTo(10000);
        assertThat(account.tableEndpoint().getPath()).isEqualTo("/devstoreaccount1");
        assertThat(account.container()).isEqualTo("dc1");
        assertThat(account.table()).isEqualTo("Dc1");
    }

    @Test
    void anAccountIsEnteredByKeyBySignatureOrByTheIdentityOfTheProcess() {
        assertThat(settings("photos1", KEY, null, null).toAccount("x").credential())
                .isEqualTo(new AzureCredential.SharedKey("photos1", KEY));
        assertThat(settings("photos1", null, "?sv=1&sig=abc", null).toAccount("x").credential())
                .isEqualTo(new AzureCredential.SharedAccessSignature("sv=1&sig=abc"));
        assertThat(settings("photos1", null, null, identity(true)).toAccount("x").credential())
                .isEqualTo(new AzureCredential.Identity("client", null));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            textBlock =
                    """
                    -       | -             | -        | -         | giza.x says no way to enter the account
                    photos1 | c2VjcmV0      | sv=&sig= | -         | giza.x says several ways to enter the account
                    -       | c2VjcmV0      | -        | -         | giza.x.account-name is missing
                    Photos1 | c2VjcmV0      | -        | -         | giza.x.account-name is no account's name
                    photos1 | no secret !   | -        | -         | giza.x.account-key is not base 64
                    photos1 | -             | sv=1     | -         | giza.x.sas-token has no signature
                    -       | -             | sv=&sig= | -         | giza.x.blob-endpoint is missing
                    photos1 | c2VjcmV0      | -        | ftp://a   | giza.x.blob-endpoint has another shape
                    photos1 | c2VjcmV0      | -        | http://a/b/c | giza.x.blob-endpoint has another shape
                    """)
    void aWrongSettingIsNamedAndNoSecretIsShown(
            @Nullable String name,
            @Nullable String key,
            @Nullable String sas,
            @Nullable String endpoint,
            String message) {
        AzureSettings settings =
                new AzureSettings(null, name, key, sas, null, endpoint, null, null, null, null);

        assertThatThrownBy(() -> settings.toAccount("giza.x"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message)
                .hasNoCause()
                .extracting(Throwable::getMessage)
                .asString()
                .doesNotContain("no secret !", "c2VjcmV0", "sv=1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    hello                      | giza.x.connection-string is no list of Name=value
                    AccountName=photos1        | giza.x.connection-string has neither AccountKey nor
                    UseDevelopmentStorage=true | giza.x.connection-string has neither AccountKey nor
                    """)
    void aBrokenConnectionStringIsRefused(String text, String message) {
        assertThatThrownBy(() -> AzureSettings.of(text).toAccount("giza.x"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void aConnectionStringAndAKeyContradictEachOther() {
        AzureSettings both =
                new AzureSettings(WHOLE, null, KEY, null, null, null, null, null, null, null);

        assertThatThrownBy(() -> both.toAccount("giza.x"))
                .hasMessageStartingWith("giza.x.connection-string is given beside");
    }

    @Test
    void anIdentityIsNotSentInTheClear() {
        AzureSettings plain =
                new AzureSettings(
                        null,
                        "photos1",
                        null,
                        null,
                        identity(true),
                        "http://10.0.0.1:10000/photos1",
                        null,
                        null,
                        null,
                        null);

        assertThatThrownBy(() -> plain.toAccount("giza.x"))
                .hasMessageStartingWith("giza.x.blob-endpoint is not https");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            textBlock =
                    """
                    a--b | -    | giza.x.container is 'a--b': use 3 to 63
                    ab   | -    | giza.x.container is 'ab': use 3 to 63
                    ABC  | -    | giza.x.container is 'ABC': use 3 to 63
                    -    | 1abc | giza.x.table is '1abc': use 3 to 63
                    -    | a-bc | giza.x.table is 'a-bc': use 3 to 63
                    """)
    void namesHaveTheShapeThatAzureAsksFor(
            @Nullable String container, @Nullable String table, String message) {
        AzureSettings settings =
                new AzureSettings(
                        WHOLE, null, null, null, null, null, null, container, table, null);

        assertThatThrownBy(() -> settings.toAccount("giza.x")).hasMessageStartingWith(message);
    }

    @Test
    void limitsHaveLimits() {
        assertRefused(limits(Duration.ZERO, 3, 64, null), "connect-timeout is PT0S");
        assertRefused(limits(null, 11, 64, null), "retries is 11: use 0 to 10");
        assertRefused(limits(null, 3, 0, null), "connections is 0: use 1 to 4096");
        assertRefused(
                limits(null, 3, 64, Duration.ofSeconds(20)),
                "quiet-period is PT20S: use at least PT1M8S");
    }

    @Test
    void nothingShowsASecret() {
        AzureSettings settings = AzureSettings.of(WHOLE);

        assertThat(settings.toString()).doesNotContain(KEY);
        assertThat(settings.toAccount("x").toString()).contains("photos1").doesNotContain(KEY);
        assertThat(settings("photos1", null, "sv=1&sig=abc", null).toAccount("x").toString())
                .doesNotContain("abc");
    }

    private static void assertRefused(AzureSettings.Limits limits, String message) {
        AzureSettings settings =
                new AzureSettings(WHOLE, null, null, null, null, null, null, null, null, limits);

        assertThatThrownBy(() -> settings.toAccount("giza.x"))
                .hasMessageStartingWith("giza.x.limits." + message);
    }

    private static AzureSettings.Limits limits(
            @Nullable Duration connect, int retries, int connections, @Nullable Duration quiet) {
        return new AzureSettings.Limits(connect, null, retries, null, null, connections, quiet);
    }

    private static AzureSettings.Identity identity(boolean enabled) {
        return new AzureSettings.Identity(enabled, "client", null);
    }

    private static AzureSettings settings(
            String name,
            @Nullable String key,
            @Nullable String sas,
            AzureSettings.@Nullable Identity identity) {
        return new AzureSettings(null, name, key, sas, identity, null, null, null, null, null);
    }
}
