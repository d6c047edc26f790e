package io.giza.testkit.fake;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.erasure.StripeLayout;
import io.giza.membership.Membership;
import io.giza.model.Coding;
import io.giza.record.FragmentName;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentUpload;
import io.giza.replica.FragmentUpload.Outcome;
import io.giza.replica.ReplicaException;
import io.giza.stripe.FragmentInventory.Finding;
import io.giza.testkit.fixture.CodedObject;
import io.giza.testkit.fixture.FragmentDamage;
import io.giza.testkit.fixture.Samples;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;
import io.giza.version.FragmentAdmission;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Repairs, puts and poison of one name in every order that a scheduler can think of. */
class RepairRaceTest {
    private static final CodedObject OBJECT =
            CodedObject.of(new Random(3), new StripeLayout(Coding.parse("rs(2,1)"), 1000, 1500), 1);

    @ParameterizedTest
    @EnumSource(value = Finding.class, mode = EnumSource.Mode.EXCLUDE, names = "LATER")
    void whateverComesFirstOneIsStoredAndRepairsMakeItWhole(Finding before) {
        Seeds.simulate(500, simulation -> race(simulation, before));
    }

    private static void race(Simulation simulation, Finding before) throws ReplicaException {
        InMemoryFragmentStore fragments =
                new InMemoryFragmentStore(
                        Samples.dc(1),
                        simulation::yieldPoint,
                        simulation.surroundings("store").time());
        MemberFragmentStore store =
                new MemberFragmentStore(
                        fragments, FragmentAdmission.PROTOCOL, Membership.UNINITIALIZED.founded(1));
        lay(before, fragments);
        List<Outcome> data = new ArrayList<>();
        List<Outcome> poison = new ArrayList<>();
        fork(simulation, store.replacing(1), OBJECT.fragment(0), data);
        fork(simulation, store.replacing(1), OBJECT.withOtherFence(0), data);
        fork(simulation, store, OBJECT.fragment(0), data);
        fork(simulation, store, OBJECT.poison(0, 1), poison);
        simulation.join("racers");

        assertThat(data).hasSize(3);
        assertThat(Collections.frequency(data, Outcome.STORED))
                .as("seed %d: %s", simulation.seed(), data)
                .isEqualTo(before == Finding.WHOLE ? 0 : 1);
        assertThat(poison).as("seed %d", simulation.seed()).hasSize(1);
        assertThat(poison.contains(Outcome.STORED) && before != Finding.ABSENT).isFalse();
        assertThat(store.examine(FragmentName.of(OBJECT.id(0)).path()).finding())
                .as("seed %d", simulation.seed())
                .isEqualTo(Finding.WHOLE);
    }

    private static void lay(Finding before, InMemoryFragmentStore store) throws ReplicaException {
        switch (before) {
            case WHOLE -> upload(store, OBJECT.fragment(0));
            case POISON -> upload(store, OBJECT.poison(0, 1));
            case DAMAGED -> {
                upload(store, OBJECT.fragment(0));
                store.tamper(OBJECT.id(0), FragmentDamage.LAST_BIT);
            }
            case ABSENT -> {}
            case LATER -> throw new IllegalArgumentException("no repair ends there");
        }
    }

    private static void fork(
            Simulation simulation, FragmentStore store, byte[] bytes, List<Outcome> outcomes) {
        simulation
                .surroundings("racers")
                .tasks()
                .fork(
                        "racer",
                        () -> {
                            try {
                                outcomes.add(upload(store, bytes));
                            } catch (ReplicaException e) {
                                throw new AssertionError(e);
                            }
                        });
    }

    private static Outcome upload(FragmentStore store, byte[] bytes) throws ReplicaException {
        try (FragmentUpload upload = store.create(OBJECT.id(0), bytes.length)) {
            upload.write(ByteBuffer.wrap(bytes));
            return upload.complete().outcome();
        }
    }
}
