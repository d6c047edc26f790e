package io.giza.simulation.drill;

import io.giza.simulation.bucket.PutDuringBucketDeletionScenario;
import io.giza.simulation.recovery.StoreLossAfterPutScenario;
import io.giza.simulation.version.AbandonAfterReadScenario;
import io.giza.simulation.version.PoisonRetentionScenario;
import io.giza.simulation.version.ReadDuringCollectionScenario;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * As {@link MutationDrillTest}, for rules that matter only where things meet as they hardly ever do
 * by chance: so they are made to.
 */
class ArrangedDrillTest {
    static Set<String> bucketMutantsOfMeetings() {
        return BucketMutants.ofMeetings().keySet();
    }

    /** Chance hardly ever has puts, gets and a deletion meet just so, so they are made to. */
    @ParameterizedTest
    @MethodSource("bucketMutantsOfMeetings")
    void brokenRuleOfBucketsIsCaughtWhereOperationsMeet(String name) {
        MutationDrill.run(
                name,
                BucketMutants.ofMeetings(),
                List.of(
                        PutDuringBucketDeletionScenario::listingHidesLatePut,
                        PutDuringBucketDeletionScenario::getHidesLatePut,
                        PutDuringBucketDeletionScenario::scanReachesDeletion));
    }

    /** Of two reads of a quorum hardly ever so much happens between, so it is made to happen. */
    @Test
    void versionPassedOverWithoutASecondReadIsCaught() {
        MutationDrill.run(
                VersionMutants.NO_SECOND_READ,
                Map.of(VersionMutants.NO_SECOND_READ, VersionMutants.withoutSecondRead()),
                ReadDuringCollectionScenario::run);
    }

    /** Hardly ever two data centers are out of reach just in turn, so they are made to be. */
    @Test
    void versionShownBeforeARecordSaysSoIsCaught() {
        MutationDrill.run(
                VersionMutants.SHOWN_UNRECORDED,
                Map.of(VersionMutants.SHOWN_UNRECORDED, VersionMutants.withoutRecord()),
                AbandonAfterReadScenario::run);
    }

    @Test
    void fragmentThatAStoreForgotTakenForLackingIsCaught() {
        MutationDrill.run(
                VersionMutants.FORGOTTEN_LACKING,
                Map.of(
                        VersionMutants.FORGOTTEN_LACKING,
                        VersionMutants.takingForgottenForLacking()),
                StoreLossAfterPutScenario::run);
    }

    /** No run that is worth its time lasts for a day, so that is arranged, too. */
    @Test
    void poisonWhoseAgeCountsFromItsWritingIsCaught() {
        MutationDrill.run(
                VersionMutants.AGE_OF_WRITING,
                Map.of(VersionMutants.AGE_OF_WRITING, VersionMutants.byAgeOfWriting()),
                PoisonRetentionScenario::run);
    }
}
