package io.giza.azure;

import com.azure.core.credential.TokenCredential;
import com.azure.core.http.HttpClient;
import com.azure.core.http.jdk.httpclient.JdkHttpClientBuilder;
import com.azure.core.http.policy.HttpLogDetailLevel;
import com.azure.core.http.policy.HttpLogOptions;
import com.azure.identity.DefaultAzureCredentialBuilder;

import java.time.Duration;
import java.util.concurrent.Semaphore;

/** What clients of all services of Azure are made of. */
final class Connections {
    private Connections() {}

    /**
     * Makes an HTTP client over the JDK's.
     *
     * @param readTimeout how long a body may stand still, zero for as long as its reader wants
     * @param permits bound the requests that wait for their answer, together with other clients
     */
    static HttpClient http(
            Duration connectTimeout,
            Duration requestTimeout,
            Duration readTimeout,
            Semaphore permits) {
        return new BoundedHttpClient(
                new JdkHttpClientBuilder(
                                java.net.http.HttpClient.newBuilder()
                                        .version(java.net.http.HttpClient.Version.HTTP_1_1))
                        .connectionTimeout(connectTimeout)
                        .responseTimeout(requestTimeout)
                        .readTimeout(readTimeout)
                        .writeTimeout(requestTimeout)
                        .build(),
                permits,
                requestTimeout);
    }

    /** Returns the identity of this process, which asks for tokens through {@code http}. */
    static TokenCredential tokens(AzureCredential.Identity identity, HttpClient http) {
        DefaultAzureCredentialBuilder builder = new DefaultAzureCredentialBuilder();
        builder.httpClient(http).httpLogOptions(noHttpLogging());
        if (identity.clientId() != null) {
            builder.managedIdentityClientId(identity.clientId())
                    .workloadIdentityClientId(identity.clientId());
        }
        if (identity.tenantId() != null) {
            builder.tenantId(identity.tenantId());
        }
        return builder.build();
    }

    /** Whatever the environment says: headers and queries hold signatures. */
    static HttpLogOptions noHttpLogging() {
        return new HttpLogOptions().setLogLevel(HttpLogDetailLevel.NONE);
    }
}
