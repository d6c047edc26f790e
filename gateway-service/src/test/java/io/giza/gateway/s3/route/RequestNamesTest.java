package io.giza.gateway.s3.route;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.core.protocol.MarshallLocation;
import software.amazon.awssdk.protocols.core.OperationInfo;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Request;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Every header, parameter and sub-resource that the SDK knows of S3 is decided, and documented. */
class RequestNamesTest {
    private static final Path DOCUMENT = Path.of("../docs/reference/s3-requests.md");

    /** Write the document again with -Dgiza.write-documents=true. */
    @Test
    void theDocumentIsWhatTheTablesSay() throws IOException {
        String text = RequestNames.document();
        if (Boolean.getBoolean("giza.write-documents")) {
            Files.writeString(DOCUMENT, text);
        }
        assertThat(Files.readString(DOCUMENT)).isEqualTo(text);
    }

    @Test
    void everyHeaderOfS3IsDecided() throws ReflectiveOperationException {
        Set<String> undecided = new TreeSet<>();
        for (Class<?> request : requests()) {
            for (SdkField<?> field : fields(request, MarshallLocation.HEADER)) {
                String name = field.locationName().toLowerCase(Locale.ROOT);
                if (name.startsWith("x-amz-")
                        && HeaderRule.ALL.stream().noneMatch(rule -> rule.matches(name))) {
                    undecided.add(name);
                }
            }
        }
        assertThat(undecided).isEmpty();
    }

    @Test
    void everyParameterOfS3IsDecided() throws ReflectiveOperationException {
        Set<String> undecided = new TreeSet<>();
        for (Class<?> request : requests()) {
            for (SdkField<?> field : fields(request, MarshallLocation.QUERY_PARAM)) {
                undecided.add(field.locationName());
            }
        }
        undecided.removeAll(KnownParameters.SHAPING);
        undecided.removeAll(KnownParameters.SELECTING);
        assertThat(undecided).isEmpty();
    }

    @Test
    void everySubResourceOfS3IsDecided() throws ReflectiveOperationException {
        Set<String> undecided = new TreeSet<>();
        for (Class<?> request : requests()) {
            String uri = operation(request).requestUri();
            if (uri.contains("?")) {
                Arrays.stream(uri.substring(uri.indexOf('?') + 1).split("&", -1))
                        .map(each -> each.split("=", 2)[0])
                        .forEach(undecided::add);
            }
        }
        assertThat(undecided).contains("policy", "uploads", "list-type");
        undecided.removeAll(KnownParameters.SELECTING);
        undecided.remove("x-id");
        assertThat(undecided).isEmpty();
    }

    @Test
    void whatSelectsIsSortedAndHoldsWhatCannotBeSet() {
        assertThat(KnownParameters.SELECTING).isSorted().doesNotHaveDuplicates();
        assertThat(KnownParameters.SHAPING).isSorted().doesNotHaveDuplicates();
        assertThat(KnownParameters.SELECTING)
                .containsAll(
                        Arrays.stream(UnsetConfiguration.values())
                                .map(UnsetConfiguration::parameter)
                                .toList());
        assertThat(HeaderRule.ALL.stream().map(HeaderRule::name)).isSorted();
    }

    private static List<Class<?>> requests() {
        List<Class<?>> requests =
                Arrays.stream(S3Client.class.getMethods())
                        .flatMap(method -> Stream.of(method.getParameterTypes()))
                        .filter(S3Request.class::isAssignableFrom)
                        .<Class<?>>map(type -> type)
                        .distinct()
                        .toList();
        assertThat(requests).hasSizeGreaterThan(90);
        return requests;
    }

    private static List<SdkField<?>> fields(Class<?> request, MarshallLocation location)
            throws ReflectiveOperationException {
        Object builder = request.getMethod("builder").invoke(null);
        return ((SdkPojo) builder)
                .sdkFields().stream().filter(field -> field.location() == location).toList();
    }

    private static OperationInfo operation(Class<?> request) throws ReflectiveOperationException {
        Class<?> marshaller =
                Class.forName(
                        "software.amazon.awssdk.services.s3.transform."
                                + request.getSimpleName()
                                + "Marshaller");
        Field binding = marshaller.getDeclaredField("SDK_OPERATION_BINDING");
        binding.setAccessible(true);
        return (OperationInfo) binding.get(null);
    }
}
