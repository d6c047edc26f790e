package io.giza.http.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Random;

/** What is read of a PROXY header, byte by byte. */
class ProxyHeaderTest {
    private static final byte[] TCP4 = ProxyHeaderBytes.from("203.0.113.5");

    private static Optional<InetAddress> read(byte[] bytes) throws IOException {
        return ProxyHeader.read(new ByteArrayInputStream(bytes));
    }

    private static void assertThatItIsMalformed(byte[] bytes) {
        assertThatExceptionOfType(MalformedProxyHeaderException.class)
                .isThrownBy(() -> read(bytes));
    }

    /** As section 2.2 of the specification has it, written by hand. */
    @Test
    void theBytesAreThoseOfTheSpecification() throws IOException {
        byte[] bytes =
                HexFormat.of()
                        .parseHex(
                                "0d0a0d0a000d0a515549540a" // signature
                                        + "21" // version 2, PROXY
                                        + "11" // TCP over IPv4
                                        + "000c" // 12 bytes follow
                                        + "cb007105" // 203.0.113.5
                                        + "c0000201" // to 192.0.2.1
                                        + "1267" // port 4711
                                        + "01bb"); // port 443
        assertThat(read(bytes)).contains(InetAddress.ofLiteral("203.0.113.5"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"203.0.113.5", "2001:db8::5", "0.0.0.0", "::"})
    void theSourceIsTheClient(String address) throws IOException {
        assertThat(read(ProxyHeaderBytes.from(address))).contains(InetAddress.ofLiteral(address));
    }

    @Test
    void aMappedSourceIsAnIpv4Address() throws IOException {
        byte[] rest = new byte[36];
        rest[10] = (byte) 0xff;
        rest[11] = (byte) 0xff;
        rest[12] = 10;
        assertThat(read(ProxyHeaderBytes.header(0x21, 0x21, rest)))
                .contains(InetAddress.ofLiteral("10.0.0.0"));
    }

    @Test
    void nothingBehindTheHeaderIsRead() throws IOException {
        byte[] header = ProxyHeaderBytes.from("203.0.113.5", new byte[] {4, 0, 1, 0});
        byte[] all = Arrays.copyOf(header, header.length + 3);
        all[header.length] = 'G';
        var input = new ByteArrayInputStream(all);

        assertThat(ProxyHeader.read(input)).isPresent();
        assertThat(input.read()).isEqualTo('G');
        assertThat(input.available()).isEqualTo(2);
    }

    @Test
    void tlvsAreSkippedWhateverTheySay() throws IOException {
        byte[] nonsense = new byte[(4 << 10) - 12];
        Arrays.fill(nonsense, (byte) 0xff);
        assertThat(read(ProxyHeaderBytes.from("203.0.113.5", nonsense))).isPresent();
        assertThatItIsMalformed(ProxyHeaderBytes.from("203.0.113.5", new byte[(4 << 10) - 11]));
    }

    /** UNSPEC, UDP and Unix sockets, of which no address of a client is taken. */
    @ParameterizedTest
    @CsvSource({"0, 0", "0, 50", "18, 12", "34, 36", "49, 216", "50, 216", "49, 0"})
    void aSourceThatIsNoTcpAddressIsNone(int family, int length) throws IOException {
        assertThat(read(ProxyHeaderBytes.header(0x21, family, new byte[length]))).isEmpty();
    }

    /** The address block of LOCAL means nothing, whatever its family. */
    @ParameterizedTest
    @ValueSource(ints = {0x00, 0x11, 0x21, 0x31, 0xff})
    void localIsOfTheProxyItself(int family) throws IOException {
        assertThat(read(ProxyHeaderBytes.header(0x20, family, new byte[12]))).isEmpty();
        assertThat(read(ProxyHeaderBytes.header(0x20, family, new byte[0]))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0x01, 0x10, 0x13, 0x20, 0x23, 0x30, 0x40, 0x41, 0xf1, 0xff})
    void anUnknownFamilyIsMalformed(int family) {
        assertThatItIsMalformed(ProxyHeaderBytes.header(0x21, family, new byte[36]));
    }

    @ParameterizedTest
    @ValueSource(ints = {0x00, 0x01, 0x11, 0x31, 0xf1, 0x22, 0x2f, 0xff})
    void anotherVersionOrCommandIsMalformed(int versionAndCommand) {
        assertThatItIsMalformed(ProxyHeaderBytes.header(versionAndCommand, 0x11, new byte[12]));
    }

    @ParameterizedTest
    @CsvSource({"17, 0", "17, 11", "33, 12", "33, 35"})
    void addressesThatAreCutShortAreMalformed(int family, int length) {
        assertThatItIsMalformed(ProxyHeaderBytes.header(0x21, family, new byte[length]));
    }

    @ParameterizedTest
    @ValueSource(ints = {4097, 0x7fff, 0x8000, 0xffff})
    void aHeaderThatIsTooLongIsRefusedBeforeItIsRead(int length) {
        assertThatItIsMalformed(ProxyHeaderBytes.header(0x21, 0x11, length, new byte[12]));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
                "PROXY TCP4 203.0.113.5 192.0.2.1 4711 443\r\n",
                "\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n"
            })
    void whatIsNoHeaderIsMalformed(String text) {
        assertThatItIsMalformed(text.getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void aConnectionThatEndsEarlierHasNone() {
        for (int length = 0; length < TCP4.length; length++) {
            byte[] part = Arrays.copyOf(TCP4, length);
            assertThatExceptionOfType(EOFException.class).isThrownBy(() -> read(part));
        }
    }

    @Test
    void noByteOfTheSignatureMayDiffer() {
        for (int at = 0; at < 12; at++) {
            byte[] changed = TCP4.clone();
            changed[at] ^= 1;
            assertThatItIsMalformed(changed);
        }
    }

    /** Whatever comes is an address, none, or an end of the connection. */
    @Test
    void randomBytesBehindTheSignatureDoNoHarm() throws IOException {
        var random = new Random(42);
        int read = 0;
        for (int run = 0; run < 20_000; run++) {
            byte[] rest = new byte[random.nextInt(60)];
            random.nextBytes(rest);
            int length = random.nextInt(8) == 0 ? random.nextInt(1 << 16) : rest.length;
            int first = random.nextBoolean() ? 0x20 | random.nextInt(3) : random.nextInt(256);
            int family = random.nextInt(4) << 4 | random.nextInt(4);
            try {
                read(ProxyHeaderBytes.header(first, family, length, rest));
                read++;
            } catch (MalformedProxyHeaderException | EOFException e) {
                assertThat(e).hasMessageContaining("PROXY");
            }
        }
        assertThat(read).isBetween(1000, 19_000);
    }
}
