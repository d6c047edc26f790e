package io.giza.testkit.stripe;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.erasure.StripeLayout;
import io.giza.model.Coding;
import io.giza.stripe.FragmentBodyVerifier;
import io.giza.stripe.FragmentHeader;
import io.giza.testkit.fixture.CodedObject;
import io.giza.wire.BinaryFragmentFormat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;

class FragmentBodyVerifierTest {
    private static final CodedObject OBJECT =
            CodedObject.of(new Random(7), new StripeLayout(Coding.parse("rs(2,1)"), 1000, 3500), 1);

    private final byte[] fragment = OBJECT.fragment(0);

    private static boolean isIntact(byte[] fragment, int piece) throws IOException {
        ByteArrayInputStream start = new ByteArrayInputStream(fragment);
        FragmentHeader header = new BinaryFragmentFormat().read(start);
        FragmentBodyVerifier arriving = new FragmentBodyVerifier(header);
        for (int at = fragment.length - start.available(); at < fragment.length; at += piece) {
            arriving.update(ByteBuffer.wrap(fragment, at, Math.min(piece, fragment.length - at)));
        }
        return arriving.isIntact();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4, 5, 499, 500, 504, 1 << 20})
    void aFragmentIsIntactHoweverItIsCut(int piece) throws IOException {
        assertThat(isIntact(fragment, piece)).isTrue();
        assertThat(isIntact(OBJECT.poison(0, 1), piece)).isTrue();
    }

    @Test
    void anyByteOfTheBodyThatChangedIsSeen() throws IOException {
        int header = new BinaryFragmentFormat().headerLength(OBJECT.id(0));
        for (int at = header; at < fragment.length; at++) {
            byte[] damaged = fragment.clone();
            damaged[at] ^= 1;
            assertThat(isIntact(damaged, 100)).as("byte %s", at).isFalse();
        }
    }

    @Test
    void aBodyThatIsShortOrLongIsNotIntact() throws IOException {
        assertThat(isIntact(Arrays.copyOf(fragment, fragment.length - 1), 100)).isFalse();
        assertThat(isIntact(Arrays.copyOf(fragment, fragment.length + 1), 100)).isFalse();
    }
}
