package io.giza.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.http.ClusterToken;
import io.giza.membership.Membership;
import io.giza.membership.Seat;
import io.giza.membership.StoreIdentity;
import io.giza.model.DcName;
import io.giza.wire.FragmentRoutes;
import io.giza.wire.StoreHeaders;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Who passes the gates of a service, and what others are told. */
class GatesTest {
    private static final String TOKEN = "0123456789abcdef";
    private static final DcName DC = new DcName("dc1");
    private static final Membership MEMBERSHIP =
            new Membership(
                    new StoreIdentity("cluster", DC, "life"),
                    3,
                    0,
                    Membership.State.ACTIVE,
                    "",
                    List.of(),
                    List.of());

    private final AtomicInteger passed = new AtomicInteger();
    private final ServerFixture fixture = new ServerFixture();

    @AfterEach
    void stop() throws IOException {
        fixture.close();
    }

    private void pass(Exchange exchange) throws IOException {
        passed.incrementAndGet();
        exchange.answer(200);
    }

    private RawCaller.Answer get(RequestHandler gate, String path, String headers)
            throws IOException {
        fixture.serve(gate, ServerFixture.PATIENT);
        fixture.caller().send("GET " + path + " HTTP/1.1\r\nHost: store\r\n" + headers + "\r\n");
        return fixture.caller().receive();
    }

    private RequestHandler tokenGate() {
        return new TokenGate(new ClusterToken(TOKEN), Set.of("/health"), this::pass);
    }

    @Test
    void whoCarriesTheTokenPasses() throws IOException {
        assertThat(get(tokenGate(), "/", "Authorization: Bearer " + TOKEN + "\r\n").status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/health", "/health?verbose=1"})
    void anOpenPathNeedsNoToken(String path) throws IOException {
        assertThat(get(tokenGate(), path, "").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "//health",
                "/health/",
                "/health/..",
                "/healt%68",
                "/Health",
                "/x?/health",
                "*"
            })
    void anotherPathNeedsTheToken(String path) throws IOException {
        RawCaller.Answer answer = get(tokenGate(), path, "");

        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.header("WWW-Authenticate")).isEqualTo("Bearer");
        assertThat(passed).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Authorization: Bearer 0123456789abcdeF\r\n",
                "Authorization: Bearer 0123456789abcdef0\r\n",
                "Authorization: Bearer\r\n",
                "Authorization: 0123456789abcdef\r\n",
                "Authorization: Bearer 0123456789abcdef\r\nAuthorization: Bearer x\r\n",
                "Authorization: Bearer x\r\nAuthorization: Bearer 0123456789abcdef\r\n"
            })
    void whatIsNotTheTokenIsRefused(String headers) throws IOException {
        assertThat(get(tokenGate(), "/", headers).status()).isEqualTo(401);
        assertThat(passed).hasValue(0);
    }

    private RequestHandler seatGate() {
        return new SeatGate(() -> MEMBERSHIP, this::pass);
    }

    private static String seat(String cluster) {
        var seat = new Seat(cluster, DC, 0, 3, "");
        return StoreHeaders.SEAT + ": " + StoreHeaders.encode(seat) + "\r\n";
    }

    @Test
    void whoMeansTheStoreOrNoStorePasses() throws IOException {
        RawCaller.Answer answer = get(seatGate(), "/", seat("cluster"));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header(StoreHeaders.STORE))
                .isEqualTo(StoreHeaders.encode(MEMBERSHIP).orElseThrow());
        assertThat(fixture.caller().send(ServerFixture.get("/")).receive().status()).isEqualTo(200);
    }

    @Test
    void whoMeansAnotherStoreIsMisdirected() throws IOException {
        RawCaller.Answer answer = get(seatGate(), "/", seat("another"));

        assertThat(answer.status()).isEqualTo(StoreHeaders.MISDIRECTED);
        assertThat(answer.header(StoreHeaders.STORE)).isNotEmpty();
        assertThat(passed).hasValue(0);
    }

    @Test
    void aSeatThatMakesNoSenseIsRefused() throws IOException {
        assertThat(get(seatGate(), "/", StoreHeaders.SEAT + ": cluster\r\n").status())
                .isEqualTo(400);
        assertThat(passed).hasValue(0);
    }

    /** It names a store, so it must not pass like a request that names none. */
    @Test
    void whoNamesTwoStoresIsRefused() throws IOException {
        assertThat(get(seatGate(), "/", seat("cluster") + seat("another")).status()).isEqualTo(400);
        assertThat(passed).hasValue(0);
    }

    @Test
    void aStoreThatIsNotLetThroughSaysThatItIsForgetful() throws IOException {
        AtomicBoolean isOpen = new AtomicBoolean();
        RawCaller.Answer answer = get(new RollbackGate(isOpen::get, this::pass), "/", "");

        assertThat(answer.status()).isEqualTo(FragmentRoutes.NOT_READY);
        assertThat(answer.header(FragmentRoutes.STATE_HEADER)).isEqualTo(FragmentRoutes.FORGOTTEN);
        assertThat(passed).hasValue(0);

        isOpen.set(true);
        assertThat(fixture.caller().send(ServerFixture.get("/")).receive().status()).isEqualTo(200);
    }
}
