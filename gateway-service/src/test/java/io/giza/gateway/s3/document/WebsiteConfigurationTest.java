package io.giza.gateway.s3.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.xml.XmlReader;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;

class WebsiteConfigurationTest {
    private static final String INDEX =
            "<IndexDocument><Suffix>index.html</Suffix></IndexDocument>";

    private static WebsiteConfiguration read(String content) {
        String document = "<WebsiteConfiguration>" + content + "</WebsiteConfiguration>";
        return WebsiteConfiguration.read(
                XmlReader.parse(
                        document.getBytes(StandardCharsets.UTF_8), WebsiteConfiguration.ROOT));
    }

    private static WebsiteConfiguration withRule(String rule) {
        return read(INDEX + "<RoutingRules><RoutingRule>" + rule + "</RoutingRule></RoutingRules>");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                INDEX,
                INDEX + "<ErrorDocument><Key> a/b </Key></ErrorDocument>",
                INDEX
                        + "<RoutingRules><RoutingRule><Condition>"
                        + "<HttpErrorCodeReturnedEquals>404</HttpErrorCodeReturnedEquals>"
                        + "<KeyPrefixEquals>a&amp;b</KeyPrefixEquals></Condition><Redirect>"
                        + "<HostName>h</HostName><HttpRedirectCode>302</HttpRedirectCode>"
                        + "<Protocol>http</Protocol><ReplaceKeyWith>k</ReplaceKeyWith></Redirect>"
                        + "</RoutingRule><RoutingRule><Redirect>"
                        + "<ReplaceKeyPrefixWith></ReplaceKeyPrefixWith></Redirect></RoutingRule>"
                        + "</RoutingRules>",
                "<RedirectAllRequestsTo><HostName>h</HostName></RedirectAllRequestsTo>"
            })
    void whatWasUnderstoodIsWrittenAgain(String content) {
        WebsiteConfiguration site = read(content);
        byte[] written = site.document().finish();
        assertThat(WebsiteConfiguration.read(XmlReader.parse(written, WebsiteConfiguration.ROOT)))
                .isEqualTo(site);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<IndexDocument></IndexDocument>",
                "<IndexDocument><Suffix></Suffix></IndexDocument>",
                "<IndexDocument><Suffix>a/b</Suffix></IndexDocument>",
                INDEX + INDEX,
                INDEX + "<Other/>",
                INDEX + "<ErrorDocument><Key></Key></ErrorDocument>",
                INDEX + "<RedirectAllRequestsTo><HostName>h</HostName></RedirectAllRequestsTo>",
                "<RedirectAllRequestsTo></RedirectAllRequestsTo>",
                "<RedirectAllRequestsTo><HostName>h</HostName><Protocol>ftp</Protocol>"
                        + "</RedirectAllRequestsTo>",
                INDEX + "<RoutingRules><Rule/></RoutingRules>"
            })
    void whatIsNoSiteIsRefused(String content) {
        assertThatThrownBy(() -> read(content)).isInstanceOf(S3Exception.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<Redirect/>",
                "<Condition/><Redirect><HostName>h</HostName></Redirect>",
                "<Redirect><HttpRedirectCode>300</HttpRedirectCode></Redirect>",
                "<Redirect><HttpRedirectCode>30x</HttpRedirectCode></Redirect>",
                "<Redirect><HttpRedirectCode>99999999999</HttpRedirectCode></Redirect>",
                "<Condition><HttpErrorCodeReturnedEquals>200</HttpErrorCodeReturnedEquals>"
                        + "</Condition><Redirect><HostName>h</HostName></Redirect>",
                "<Redirect><ReplaceKeyWith>a</ReplaceKeyWith>"
                        + "<ReplaceKeyPrefixWith>b</ReplaceKeyPrefixWith></Redirect>"
            })
    void whatIsNoRuleIsRefused(String rule) {
        assertThatThrownBy(() -> withRule(rule)).isInstanceOf(S3Exception.class);
    }

    @Test
    void thereAreFiftyRulesAtMost() {
        String rule = "<RoutingRule><Redirect><HostName>h</HostName></Redirect></RoutingRule>";
        assertThat(read(INDEX + "<RoutingRules>" + rule.repeat(50) + "</RoutingRules>"))
                .isNotNull();
        assertThatThrownBy(
                        () -> read(INDEX + "<RoutingRules>" + rule.repeat(51) + "</RoutingRules>"))
                .hasMessageStartingWith("51 routing rules provided");
    }

    @ParameterizedTest
    @CsvSource({"docs/a, new/, new/a", "other, new/, new/other", "docs/, '', ''"})
    void aPrefixIsReplaced(String key, String by, String replaced) {
        RoutingRule rule =
                new RoutingRule("docs/", 404, new RoutingRule.Redirect(null, null, by, null, null));
        assertThat(rule.replace(key)).isEqualTo(replaced);
    }
}
