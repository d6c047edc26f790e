package io.giza.azure.blob;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.azure.blob.AzureBlobs.Condition;
import io.giza.testkit.azure.Fault;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Random;
import java.util.Set;

class BlockUploadTest extends ProxiedBlobsFixture {
    @Test
    void aBlobOfManyBlocksComesBackWholeAndIsUnseenBefore() throws IOException {
        byte[] content = new byte[2 * BlockBuffers.LARGE_BYTES + 12_345];
        new Random(1).nextBytes(content);
        try (BlockUpload upload = upload("big", content.length)) {
            write(upload, content);
            assertThat(blobs.open("big", 0, 1)).isEmpty();
            assertThat(blobs.list("", "", 10)).isEmpty();
            assertThat(upload.finish(Condition.IF_ABSENT)).isTrue();
        }
        assertThat(buffers.availableCount()).isEqualTo(2);
        try (InputStream bytes = blobs.open("big", 0, content.length).orElseThrow().bytes()) {
            assertThat(bytes.readAllBytes()).isEqualTo(content);
        }
        assertThat(blobs.info("big").orElseThrow().metadata()).containsEntry("giza_a", "b");
    }

    @Test
    void anUploadOfAnyLengthGoesThroughTwoBuffersAndGivesThemBack() throws IOException {
        Set<ByteBuffer> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        long length = 10L * BlockBuffers.LARGE_BYTES;
        try (BlockUpload upload = upload("long", length)) {
            for (long left = length; left > 0; ) {
                ByteBuffer room = upload.writableBuffer();
                seen.add(room);
                left -= room.remaining();
                room.position(room.limit());
            }
            assertThat(upload.finish(Condition.IF_ABSENT)).isTrue();
        }
        assertThat(seen).hasSize(2).allMatch(ByteBuffer::isDirect);
        assertThat(buffers.availableCount()).isEqualTo(2);
        assertThat(blobs.info("long").orElseThrow().length()).isEqualTo(length);
    }

    @Test
    void aBufferThatAGivenUpRequestMayStillReadIsNotLentAgain() throws IOException {
        ByteBuffer first;
        proxy.applyToNext(call -> isPutOf(call, "a"), new Fault.LoseResponse());
        try (BlockUpload upload = upload("a", 1 << 20)) {
            first = upload.writableBuffer().put((byte) 1);
            assertThat(upload.finish(Condition.IF_ABSENT)).isTrue();
        }
        assertThat(buffers.availableCount()).isEqualTo(2);
        try (BlockUpload upload = upload("b", 1 << 20)) {
            assertThat(upload.writableBuffer()).isNotSameAs(first);
            assertThat(upload.finish(Condition.IF_ABSENT)).isTrue();
        }
    }

    @Test
    void anUploadThatIsGivenUpLeavesNothingAndItsBuffersFree() throws IOException {
        byte[] content = new byte[BlockBuffers.LARGE_BYTES + 1];
        try (BlockUpload upload = upload("half", content.length)) {
            write(upload, content);
            upload.sendRemaining();
        }
        assertThat(buffers.availableCount()).isEqualTo(2);
        assertThat(blobs.open("half", 0, 1)).isEmpty();
        assertThat(blobs.list("", "", 10)).isEmpty();
        assertThat(put("half", "whole")).isTrue();
        assertThat(read("half", 0, 100)).isEqualTo("whole");
    }

    @Test
    void whoLosesTheNameAfterSendingBlocksLearnsIt() throws IOException {
        byte[] content = new byte[BlockBuffers.LARGE_BYTES + 1];
        try (BlockUpload slow = upload("raced", content.length)) {
            write(slow, content);
            assertThat(put("raced", "quick")).isTrue();
            assertThat(slow.finish(Condition.IF_ABSENT)).isFalse();
        }
        assertThat(read("raced", 0, 100)).isEqualTo("quick");
    }

    @Test
    void aCommitWhoseAnswerWasLostIsRecognisedAsOnesOwn() throws IOException {
        byte[] content = new byte[BlockBuffers.LARGE_BYTES + 1];
        proxy.applyToNext(
                call -> call.target().contains("comp=blocklist"), new Fault.LoseResponse());
        try (BlockUpload upload = upload("big", content.length)) {
            write(upload, content);
            assertThat(upload.finish(Condition.IF_ABSENT)).isTrue();
        }
        assertThat(blobs.info("big").orElseThrow().length()).isEqualTo(content.length);
    }

    @Test
    void aTruncatedBlockIsSentAgainUnderAnotherIdentity() throws IOException {
        byte[] content = new byte[BlockBuffers.LARGE_BYTES + 1];
        new Random(2).nextBytes(content);
        proxy.applyToNext(
                call -> call.target().contains("comp=block&"), new Fault.TruncateUpload(100_000));
        try (BlockUpload upload = upload("big", content.length)) {
            write(upload, content);
            assertThat(upload.finish(Condition.IF_ABSENT)).isTrue();
        }
        assertThat(proxy.isArmed()).isFalse();
        try (InputStream bytes = blobs.open("big", 0, content.length).orElseThrow().bytes()) {
            assertThat(bytes.readAllBytes()).isEqualTo(content);
        }
    }
}
