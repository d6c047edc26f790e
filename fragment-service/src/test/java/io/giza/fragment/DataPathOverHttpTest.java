package io.giza.fragment;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.concurrent.Surroundings;
import io.giza.concurrent.Trace;
import io.giza.concurrent.VirtualThreads;
import io.giza.erasure.ByteRange;
import io.giza.erasure.StripeLayout;
import io.giza.http.HttpFragmentStore;
import io.giza.http.ServiceClient;
import io.giza.http.TracedFragmentStore;
import io.giza.model.BucketId;
import io.giza.model.Coding;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.model.PutId;
import io.giza.replica.DelayedFragmentStore;
import io.giza.replica.FragmentStore;
import io.giza.replica.Redundancy;
import io.giza.stripe.PutSpec;
import io.giza.stripe.VersionFragments;
import io.giza.stripe.read.ByteTarget;
import io.giza.stripe.read.ReadSettings;
import io.giza.stripe.read.StripeReader;
import io.giza.stripe.write.StripeBuffers;
import io.giza.stripe.write.StripeSource;
import io.giza.stripe.write.StripeWriter;
import io.giza.stripe.write.UploadReport;
import io.giza.wire.BinaryFragmentFormat;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/** Three fragment services, and an object that is written to them and read back. */
class DataPathOverHttpTest {
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final DcName HOME = new DcName("dc1");

    @TempDir private Path folder;
    private final VirtualThreads threads = new VirtualThreads();
    private final Random random = new Random(5);
    private final Surroundings surroundings = new Surroundings(threads, threads, random);
    private final BinaryFragmentFormat format = new BinaryFragmentFormat();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final List<ConfigurableApplicationContext> services = new ArrayList<>();
    private final List<FragmentStore> stores = new ArrayList<>();
    private final ServiceClient client =
            new ServiceClient(ServiceClient.Settings.of(FragmentServiceApplicationTest.TOKEN));

    @BeforeEach
    void start() {
        for (int i = 1; i <= 3; i++) {
            ConfigurableApplicationContext service =
                    FragmentServiceApplicationTest.run(folder.resolve("dc" + i));
            services.add(service);
            int port =
                    service.getEnvironment()
                            .getRequiredProperty("local.server.port", Integer.class);
            FragmentStore http =
                    new HttpFragmentStore(
                            new DcName("dc" + i), URI.create("http://127.0.0.1:" + port), client);
            FragmentStore far =
                    i == 1 ? http : new DelayedFragmentStore(http, threads, Duration.ofMillis(5));
            stores.add(new TracedFragmentStore(far, HOME, threads, meters));
        }
    }

    @AfterEach
    void stop() {
        services.forEach(ConfigurableApplicationContext::close);
        client.close();
    }

    @Test
    void anObjectIsWrittenAndReadInOneRoundTripEachAndOutlivesADataCenter() throws IOException {
        byte[] object = new byte[9_000_001];
        random.nextBytes(object);
        StripeLayout layout = new StripeLayout(Coding.parse("rs(2,1)"), 4 << 20, object.length);
        ObjectKey key = new ObjectKey(new BucketId(new UUID(3, 4)), "caf\u00e9/\u20ac");
        PutId putId = PutId.random(random);
        PutSpec spec = new PutSpec(key, putId, new PutSpec.Stamp("default", 0, 1), layout, stores);

        Trace put = new Trace();
        UploadReport report = put.record(() -> write(spec, object));
        assertThat(report.verdict()).isEqualTo(UploadReport.Verdict.ENOUGH);
        assertThat(report.stored()).hasSize(3);
        assertThat(put.roundTrips()).isEqualTo(1);

        VersionFragments target = new VersionFragments("default", key, putId, layout, stores);
        Trace get = new Trace();
        ByteRange whole = new ByteRange(0, object.length);
        assertThat(get.record(() -> read(target, whole))).isEqualTo(object);
        assertThat(get.roundTrips()).isEqualTo(1);
        assertThat(hops("read", "local")).isEqualTo(1);
        assertThat(hops("read", "cross")).isEqualTo(1);

        ByteRange some = new ByteRange(4_000_000, 6_000_000);
        services.get(0).close();
        assertThat(read(target, whole)).isEqualTo(object);
        assertThat(read(target, some)).isEqualTo(Arrays.copyOfRange(object, 4_000_000, 6_000_000));
    }

    private double hops(String op, String hop) {
        return meters.get("giza.hop.requests").tags("op", op, "hop", hop).counter().count();
    }

    private UploadReport write(PutSpec spec, byte[] object) {
        UploadReport.Policy policy = new UploadReport.Policy(Redundancy.DEFAULT, LONG, LONG);
        StripeBuffers buffers =
                new StripeBuffers(threads, new StripeBuffers.Limits(1 << 30, 1, LONG));
        try (StripeWriter writer =
                StripeWriter.open(surroundings, format, buffers, spec, policy).orElseThrow()) {
            BytesSource source = new BytesSource(ByteBuffer.wrap(object));
            for (long stripe = 0; stripe < spec.layout().stripes(); stripe++) {
                assertThat(writer.write(source)).isTrue();
            }
            return writer.finish(threads.after(LONG));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private record BytesSource(ByteBuffer bytes) implements StripeSource {
        @Override
        public boolean fill(byte[] target, int offset, int length) {
            bytes.get(target, offset, length);
            return true;
        }

        @Override
        public void release(long stripe) {
            assertThat(stripe).isGreaterThanOrEqualTo(-1);
        }
    }

    private byte[] read(VersionFragments target, ByteRange range) {
        ReadSettings settings = new ReadSettings(List.of(HOME), LONG, LONG);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (StripeReader reader =
                StripeReader.open(surroundings, format, target, settings, range)) {
            reader.writeTo(ByteTarget.of(out));
            return out.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
