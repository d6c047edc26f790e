package io.giza.http.address;

import java.net.InetAddress;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Addresses that begin alike, as in {@code 192.0.2.0/24} or {@code 2001:db8::/32}.
 *
 * @param first an address of them: 4 bytes or 16
 * @param bits how many bits they have in common
 */
public record AddressRange(InetAddress first, int bits) {
    private static final Pattern VERSION_4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
    private static final Pattern VERSION_6 = Pattern.compile("[0-9A-Fa-f:.]{2,45}");
    private static final Pattern BITS = Pattern.compile("\\d{1,3}");

    /** Reads a range, or an address, which is a range of one. */
    public static Optional<AddressRange> parse(String text) {
        int slash = text.indexOf('/');
        String digits = slash < 0 ? "" : text.substring(slash + 1);
        if (slash >= 0 && !BITS.matcher(digits).matches()) {
            return Optional.empty();
        }
        return literal(slash < 0 ? text : text.substring(0, slash))
                .map(
                        address -> {
                            int most = 8 * address.getAddress().length;
                            return new AddressRange(
                                    address, slash < 0 ? most : Integer.parseInt(digits));
                        })
                .filter(range -> range.bits <= 8 * range.first.getAddress().length);
    }

    /**
     * Reads an address, and never asks a name server. An IPv4-mapped IPv6 address is the IPv4
     * address.
     */
    static Optional<InetAddress> literal(String text) {
        if (!VERSION_4.matcher(text).matches()
                && !(VERSION_6.matcher(text).matches() && text.indexOf(':') >= 0)) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.ofLiteral(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Tells whether an address is one of them. */
    public boolean contains(String address) {
        return literal(address).map(this::contains).orElse(false);
    }

    /** Tells whether an address is one of them. */
    boolean contains(InetAddress address) {
        return contains(address.getAddress());
    }

    private boolean contains(byte[] address) {
        byte[] own = first.getAddress();
        if (address.length != own.length) {
            return false;
        }
        for (int bit = 0; bit < bits; bit++) {
            int mask = 0x80 >> (bit & 7);
            if ((address[bit >> 3] & mask) != (own[bit >> 3] & mask)) {
                return false;
            }
        }
        return true;
    }

    /** Tells whether it has more addresses than one owner is likely to have. */
    public boolean isBroad() {
        return first.getAddress().length == 4 ? bits < 8 : bits < 32;
    }
}
