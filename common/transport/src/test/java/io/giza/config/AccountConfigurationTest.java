package io.giza.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.config.AccountConfiguration.DegradedPuts;
import io.giza.model.Coding.ReedSolomon;
import io.giza.model.DcName;
import io.giza.replica.Account;
import io.giza.replica.Redundancy;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Map;

/** The configuration of an account: how it stores objects, and what it refuses. */
class AccountConfigurationTest extends ClusterConfigurationFixture {
    @Test
    void refusesAnAccountThatCannotHoldItsFragmentsOrAgree() {
        refusesAccount(account("rs(4,2)", 3, 3), "data-dcs has 3 names");
        refusesAccount(account("rs(2,1)", 2, 3), "metadata-dcs has 2 names");
        refusesAccount(account("two", 3, 3), "giza.accounts.default.coding");
        refusesAccount(account("lrc(6,2,3)", 3, 3), "one or two global parities");
        refusesAccount(account("lrc(6,2,2)", 3, 3), "makes 10 fragments");
        refusesAccount(
                new AccountConfiguration(
                        names(3),
                        names(3),
                        "rs(2,1)",
                        ByteSize.valueOf("1GiB"),
                        null,
                        null,
                        null,
                        null,
                        null,
                        null),
                "stripe-size must be");
        List<DcName> twice = List.of(DC1, DC1, new DcName("dc2"));
        refusesAccount(
                new AccountConfiguration(
                        twice, names(3), "rs(2,1)", null, null, null, null, null, null, null),
                "giza.accounts.default.metadata-dcs lists a data center twice");
    }

    @Test
    void replicatesSmallObjectsWhereAskedTo() {
        Account account =
                cluster(TOKEN, Map.of("default", replicating("4MiB", "rs(1,1)", "2KiB")))
                        .toAccounts()
                        .get("default");

        assertThat(account).isNotNull();
        assertThat(account.inlines(2047)).isTrue();
        assertThat(account.inlines(2048)).isFalse();
        assertThat(account.codingOf(2048)).isEqualTo(new ReedSolomon(1, 1));
        assertThat(account.codingOf((4 << 20) - 1)).isEqualTo(new ReedSolomon(1, 1));
        assertThat(account.codingOf(4 << 20)).isEqualTo(new ReedSolomon(2, 1));
    }

    @Test
    void codesEveryObjectThatIsNotInlinedWhereNothingIsSaidOfSmallOnes() {
        Account account =
                cluster(TOKEN, Map.of("default", account("rs(2,1)", 3, 3)))
                        .toAccounts()
                        .get("default");

        assertThat(account).isNotNull();
        assertThat(account.codingOf(0)).isEqualTo(new ReedSolomon(2, 1));
    }

    @Test
    void refusesSmallObjectsThatMakeNoSense() {
        String key = "giza.accounts.default.small-objects";
        refusesAccount(replicating(null, "rs(1,1)", "2KiB"), key + ".below is missing");
        refusesAccount(replicating("4MiB", null, "2KiB"), key + ".coding is missing");
        refusesAccount(replicating("4MiB", "two", "2KiB"), key + ".coding: ");
        refusesAccount(replicating("4MiB", "rs(2,1)", "2KiB"), "are replicated, rs(1,m)");
        refusesAccount(replicating("4MiB", "rs(1,0)", "2KiB"), "are replicated, rs(1,m)");
        refusesAccount(replicating("4MiB", "lrc(4,2,1)", "2KiB"), key + ".coding lrc(4,2,1) makes");
        refusesAccount(replicating("4MiB", "rs(1,3)", "2KiB"), key + ".coding rs(1,3) makes 4");
        refusesAccount(replicating("1KiB", "rs(1,1)", "2KiB"), "no object is in between");
        refusesAccount(replicating("2KiB", "rs(1,1)", "2KiB"), "no object is in between");
        refusesAccount(replicating("4MiB", "rs(1,1)", "17KiB"), "inline-below must be 0 to 16 KiB");
    }

    private static AccountConfiguration replicating(
            @Nullable String below, @Nullable String coding, String inlineBelow) {
        return new AccountConfiguration(
                names(3),
                names(3),
                "rs(2,1)",
                null,
                ByteSize.valueOf(inlineBelow),
                new AccountConfiguration.SmallObjects(
                        below == null ? null : ByteSize.valueOf(below), coding),
                null,
                null,
                null,
                null);
    }

    @ParameterizedTest
    @ValueSource(ints = {-16, 0, 3, 17, 512})
    void refusesANumberOfShardsThatNoBucketCanHave(int shards) {
        refusesAccount(
                new AccountConfiguration(
                        names(3), names(3), "rs(2,1)", null, null, null, shards, null, null, null),
                "giza.accounts.default: bucket-shards must be a power of two, 1 to 256, not "
                        + shards);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 256})
    void takesANumberOfShards(int shards) {
        AccountConfiguration account =
                new AccountConfiguration(
                        names(3), names(3), "rs(2,1)", null, null, null, shards, null, null, null);

        assertThat(cluster(TOKEN, Map.of("default", account)).toAccounts().get("default"))
                .satisfies(each -> assertThat(each.bucketShards()).isEqualTo(shards));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 2, 100})
    void refusesToAskForMoreFragmentsThanThereAre(int lateBinding) {
        refusesAccount(binding(lateBinding), "late-binding must be 0 to 1, the parity of rs(2,1)");
    }

    @Test
    void takesANumberOfFragmentsToAskForBeyondThoseNeeded() {
        assertThat(cluster(TOKEN, Map.of("default", binding(1))).toAccounts().get("default"))
                .satisfies(each -> assertThat(each.lateBinding()).isEqualTo(1));
    }

    @ParameterizedTest
    @MethodSource
    void putsOfAnAccountMayBeDegradedAsItSays(
            @Nullable DegradedPuts puts, @Nullable Integer least, Redundancy expected) {
        assertThat(cluster(TOKEN, Map.of("default", puts(puts, least))).toAccounts().get("default"))
                .satisfies(each -> assertThat(each.redundancy()).isEqualTo(expected));
    }

    static List<Arguments> putsOfAnAccountMayBeDegradedAsItSays() {
        return List.of(
                Arguments.of(null, null, Redundancy.DEFAULT),
                Arguments.of(DegradedPuts.ALLOW, 0, new Redundancy(0, 0)),
                Arguments.of(DegradedPuts.LEAST_REDUNDANCY, null, new Redundancy(1, 1)),
                Arguments.of(DegradedPuts.REFUSE, null, Redundancy.ALL));
    }

    @ParameterizedTest
    @ValueSource(strings = {"rs(1,0)", "rs(2,0)"})
    void aCodingWithoutParityBearsNoLossesUnlessItIsAskedTo(String coding) {
        assertThat(cluster(TOKEN, Map.of("default", account(coding, 3, 3))).toAccounts())
                .hasEntrySatisfying(
                        "default",
                        each -> assertThat(each.redundancy()).isEqualTo(new Redundancy(0, 0)));
        refusesAccount(
                new AccountConfiguration(
                        names(3), names(3), coding, null, null, null, null, null, null, 1),
                "least-redundancy must be 0 to 0, the losses that " + coding + " bears, not 1");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 2})
    void refusesARedundancyThatTheCodingHasNot(int least) {
        refusesAccount(
                puts(null, least),
                "least-redundancy must be 0 to 1, the losses that rs(2,1) bears, not " + least);
    }

    private static AccountConfiguration puts(
            @Nullable DegradedPuts degraded, @Nullable Integer least) {
        return new AccountConfiguration(
                names(3), names(3), "rs(2,1)", null, null, null, null, null, degraded, least);
    }

    private static AccountConfiguration binding(int late) {
        return new AccountConfiguration(
                names(3), names(3), "rs(2,1)", null, null, null, null, late, null, null);
    }
}
