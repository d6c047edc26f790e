package io.giza.gateway.s3.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Map;

class DomainsTest {
    private static RawRequest request(Domains domains, String host, String path) {
        Headers headers = Headers.of(Map.of("host", List.of(host)));
        return domains.request("GET", path, Query.parse(""), headers, true);
    }

    @Test
    void aUrlNamesTheBucketOnce() {
        Domains domains = new Domains(List.of("s3.test"), List.of());
        Resource object = new Resource("bucket", "a b");
        assertThat(request(domains, "bucket.s3.test", "/x").urlOf(object))
                .isEqualTo("https://bucket.s3.test/a%20b");
        assertThat(request(domains, "s3.test", "/bucket/x").urlOf(object))
                .isEqualTo("https://s3.test/bucket/a%20b");
    }

    @Test
    void withoutDomainsNoHostMeansABucket() {
        assertThat(request(Domains.NONE, "bucket.s3.test", "/other/x").resource())
                .isEqualTo(new Resource("other", "x"));
    }

    @Test
    void aHostOfAWebsiteIsNoneOfS3() {
        Domains domains = new Domains(List.of("test"), List.of("site.test", "www.other.org"));
        assertThat(domains.isOfWebsite("bucket.site.test:80")).isTrue();
        assertThat(domains.isOfWebsite("WWW.Other.org")).isTrue();
        assertThat(domains.isOfWebsite("bucket.test")).isFalse();
        assertThat(domains.isOfWebsite(null)).isFalse();
        assertThat(request(domains, "a.b.site.test", "/x").resource())
                .isEqualTo(new Resource("a.b", "x"));
        assertThat(request(domains, "www.other.org", "/x").resource())
                .isEqualTo(new Resource("www.other.org", "x"));
        assertThat(request(domains, "bucket.test", "/x").resource())
                .isEqualTo(new Resource("bucket", "x"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", ".s3.test", "S3.test", "s3.test:9000", "s3..test", "*.s3.test", "a b"})
    void whatIsNoNameOfAHostIsRefused(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Domains(List.of(), List.of(name)))
                .withMessageContaining("'" + name + "'");
    }
}
