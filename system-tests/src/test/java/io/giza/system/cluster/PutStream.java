package io.giza.system.cluster;

import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Puts new objects, and one object over and over, until a put fails. */
public final class PutStream implements Runnable {
    private static final List<Integer> SIZES = List.of(500, 100_000, 1 << 20);

    private final S3Client s3;
    private final String bucket;
    private final int writer;
    private final Queue<TestObject> acknowledged = new ConcurrentLinkedQueue<>();
    private volatile int lastAttempted;
    private volatile int lastAcknowledged;

    public PutStream(S3Client s3, String bucket, int writer) {
        this.s3 = s3;
        this.bucket = bucket;
        this.writer = writer;
    }

    @Override
    public void run() {
        try (s3) {
            for (int number = 1; ; number++) {
                TestObject object = new TestObject("new/" + writer + "/" + number, size(number));
                object.putThrough(s3, bucket);
                acknowledged.add(object);
                byte[] content = overwritten(number);
                lastAttempted = number;
                s3.putObject(
                        r -> r.bucket(bucket).key(overwrittenKey()),
                        RequestBody.fromBytes(content));
                lastAcknowledged = number;
            }
        } catch (SdkException e) {
            // The gateway is gone, and what it was asked last has an unknown outcome.
            return;
        }
    }

    /** Returns the new objects whose puts succeeded. */
    public List<TestObject> acknowledged() {
        return List.copyOf(acknowledged);
    }

    /** Returns the number of the last content whose put was begun. */
    public int lastAttempted() {
        return lastAttempted;
    }

    /** Returns the number of the last content whose put succeeded. */
    public int lastAcknowledged() {
        return lastAcknowledged;
    }

    /** Reads the object that is put over and over, and returns the number of its content. */
    public int readOverwritten(S3Client through) {
        byte[] content =
                through.getObjectAsBytes(r -> r.bucket(bucket).key(overwrittenKey())).asByteArray();
        for (int number = lastAttempted; number > 0; number--) {
            if (Arrays.equals(content, overwritten(number))) {
                return number;
            }
        }
        throw new AssertionError("nobody ever put what " + overwrittenKey() + " holds");
    }

    private String overwrittenKey() {
        return "over/" + writer;
    }

    private byte[] overwritten(int number) {
        return new TestObject("over/" + writer + "#" + number, size(number)).content();
    }

    private static int size(int number) {
        return SIZES.get(number % SIZES.size());
    }
}
