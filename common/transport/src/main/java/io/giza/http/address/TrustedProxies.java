package io.giza.http.address;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The proxies that are believed when they name the address of a client. */
public final class TrustedProxies {
    /** No proxy is believed. */
    public static final TrustedProxies NONE = new TrustedProxies(List.of());

    /** Some proxies append the client's port, as Azure Application Gateway does. */
    private static final Pattern WITH_PORT =
            Pattern.compile("([0-9.]+):\\d{1,5}|\\[([^\\[\\]]+)](?::\\d{1,5})?");

    /** Other programs read such a number as octal. */
    private static final Pattern LEADING_ZERO = Pattern.compile("(^|[.:])0[0-9]+(\\.|$)");

    private final List<AddressRange> ranges;

    private TrustedProxies(List<AddressRange> ranges) {
        this.ranges = ranges;
    }

    /**
     * Reads a list of addresses and CIDR blocks, such as {@code 10.0.0.0/8} or {@code fd00::/8}.
     *
     * @throws IllegalArgumentException if one is neither, or is every address
     */
    public static TrustedProxies of(List<String> blocks) {
        return new TrustedProxies(blocks.stream().map(TrustedProxies::range).toList());
    }

    private static AddressRange range(String block) {
        AddressRange range =
                AddressRange.parse(block.strip())
                        .orElseThrow(
                                () ->
                                        new IllegalArgumentException(
                                                "'"
                                                        + block
                                                        + "' is no CIDR block, such as"
                                                        + " 10.0.0.0/8 or fd00::/8"));
        boolean isMapped = block.indexOf(':') >= 0 && range.first().getAddress().length == 4;
        if (isMapped) {
            throw new IllegalArgumentException(
                    "'" + block + "' is an IPv4-mapped IPv6 address: write the IPv4 address");
        }
        if (range.bits() == 0) {
            throw new IllegalArgumentException(
                    "'" + block + "' is every address, so every client could claim any other");
        }
        return range;
    }

    /** Tells whether an address is that of a trusted proxy. */
    boolean has(InetAddress address) {
        return ranges.stream().anyMatch(each -> each.contains(address));
    }

    /**
     * Returns the client's address that trusted proxies name: the right-most one that is not of a
     * trusted proxy itself, since its left neighbours are the word of a stranger. If all are of
     * trusted proxies, it is the left-most.
     *
     * @param sender the trusted proxy that sent the request
     * @param forwardedFor the values of X-Forwarded-For, in their order
     * @return empty if an entry that a trusted proxy vouches for is no address. Then the client is
     *     unknown: the address of the last proxy that could be read would pass for a client within
     *     the private network
     */
    Optional<InetAddress> client(InetAddress sender, List<String> forwardedFor) {
        InetAddress client = sender;
        for (String value : forwardedFor.reversed()) {
            int end = value.length();
            while (end >= 0) {
                int comma = value.lastIndexOf(',', end - 1);
                Optional<InetAddress> address = address(value.substring(comma + 1, end).strip());
                if (address.isEmpty()) {
                    return Optional.empty();
                }
                client = address.get();
                if (!has(client)) {
                    return address;
                }
                end = comma;
            }
        }
        return Optional.of(client);
    }

    private static Optional<InetAddress> address(String entry) {
        var match = WITH_PORT.matcher(entry);
        String text = entry;
        if (match.matches()) {
            text = match.group(1) == null ? match.group(2) : match.group(1);
            if (match.group(1) == null && text.indexOf(':') < 0) {
                return Optional.empty();
            }
        }
        return text.indexOf('.') >= 0 && LEADING_ZERO.matcher(text).find()
                ? Optional.empty()
                : AddressRange.literal(text);
    }
}
