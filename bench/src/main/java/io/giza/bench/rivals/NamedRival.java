package io.giza.bench.rivals;

import io.giza.bench.cluster.RequestSigner;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

import java.net.URI;
import java.util.List;
import java.util.stream.Stream;

/**
 * Any other S3 server that runs on this machine.
 *
 * @param name in tables
 * @param endpoint where it takes requests in path style
 * @param signer signs them
 * @param pids its processes, at least one
 */
record NamedRival(String name, URI endpoint, RequestSigner signer, List<Long> pids) {
    /** How it is written, the last field with a default of us-east-1. */
    static final String SYNTAX = "NAME=ENDPOINT,ACCESS,SECRET,PID[+PID...][,REGION]";

    private static final int LEAST_FIELDS = 4;
    private static final int ALL_FIELDS = 5;

    /** Leaves the secret out. */
    @Override
    public String toString() {
        return "NamedRival[" + name + " at " + endpoint + "]";
    }

    Store store() {
        return new Store(
                new Store.Profile(
                        name,
                        "running at " + endpoint,
                        "as that server is set up",
                        "as that server is set up: see its documentation"),
                endpoint,
                signer,
                new ProcessCpu(name, pids),
                () -> {});
    }

    /** Reads one. */
    static final class Converter implements ITypeConverter<NamedRival> {
        @Override
        public NamedRival convert(String value) {
            int equals = value.indexOf('=');
            String[] fields = value.substring(equals + 1).split(",", -1);
            if (equals < 1 || fields.length < LEAST_FIELDS || fields.length > ALL_FIELDS) {
                throw refused("it must be " + SYNTAX);
            }
            String region = fields.length == ALL_FIELDS ? fields[4] : "us-east-1";
            return new NamedRival(
                    value.substring(0, equals),
                    endpoint(fields[0]),
                    new RequestSigner(fields[1], fields[2], region),
                    pids(fields[3]));
        }

        private static URI endpoint(String text) {
            if (!text.matches("http://[^/]+")) {
                throw refused("its endpoint must be such as http://127.0.0.1:7070");
            }
            return URI.create(text);
        }

        private static List<Long> pids(String text) {
            if (!text.matches("[0-9]{1,18}(\\+[0-9]{1,18})*")) {
                throw refused("its PID must be the number of its process, or several, as 12+34");
            }
            return Stream.of(text.split("\\+")).map(Long::valueOf).toList();
        }

        /** The secret is part of the value, which no message repeats therefore. */
        private static TypeConversionException refused(String why) {
            return new TypeConversionException(why);
        }
    }
}
