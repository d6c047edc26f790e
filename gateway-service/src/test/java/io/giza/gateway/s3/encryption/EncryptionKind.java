package io.giza.gateway.s3.encryption;

import software.amazon.awssdk.services.s3.model.CreateMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.ServerSideEncryption;
import software.amazon.awssdk.services.s3.model.UploadPartRequest;

import java.security.MessageDigest;
import java.util.Base64;
import java.util.Random;

/** How objects are encrypted. */
enum EncryptionKind {
    PLAIN,
    MANAGED,
    NAMED,
    CUSTOMER;

    /** The key of {@link #CUSTOMER}. */
    static final byte[] KEY = key(1);

    PutObjectRequest.Builder put(String key) {
        PutObjectRequest.Builder put = PutObjectRequest.builder().bucket("bucket").key(key);
        return switch (this) {
            case PLAIN -> put;
            case MANAGED -> put.serverSideEncryption(ServerSideEncryption.AES256);
            case NAMED ->
                    put.serverSideEncryption(ServerSideEncryption.AWS_KMS).ssekmsKeyId("photos");
            case CUSTOMER ->
                    put.sseCustomerAlgorithm("AES256")
                            .sseCustomerKey(base64(KEY))
                            .sseCustomerKeyMD5(md5(KEY));
        };
    }

    GetObjectRequest.Builder get(String key) {
        GetObjectRequest.Builder get = GetObjectRequest.builder().bucket("bucket").key(key);
        return this == CUSTOMER ? withKey(get, KEY) : get;
    }

    CreateMultipartUploadRequest.Builder upload(String key) {
        var upload = CreateMultipartUploadRequest.builder().bucket("bucket").key(key);
        return switch (this) {
            case PLAIN -> upload;
            case MANAGED -> upload.serverSideEncryption(ServerSideEncryption.AES256);
            case NAMED ->
                    upload.serverSideEncryption(ServerSideEncryption.AWS_KMS).ssekmsKeyId("photos");
            case CUSTOMER ->
                    upload.sseCustomerAlgorithm("AES256")
                            .sseCustomerKey(base64(KEY))
                            .sseCustomerKeyMD5(md5(KEY));
        };
    }

    UploadPartRequest.Builder part(UploadPartRequest.Builder part) {
        return this == CUSTOMER
                ? part.sseCustomerAlgorithm("AES256")
                        .sseCustomerKey(base64(KEY))
                        .sseCustomerKeyMD5(md5(KEY))
                : part;
    }

    static GetObjectRequest.Builder withKey(GetObjectRequest.Builder get, byte[] key) {
        return get.sseCustomerAlgorithm("AES256")
                .sseCustomerKey(base64(key))
                .sseCustomerKeyMD5(md5(key));
    }

    static byte[] key(int seed) {
        byte[] key = new byte[32];
        new Random(seed).nextBytes(key);
        return key;
    }

    static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    static byte[] digest(byte[] bytes) {
        try {
            return MessageDigest.getInstance("MD5").digest(bytes);
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    static String md5(byte[] bytes) {
        return base64(digest(bytes));
    }

    static byte[] content(int size) {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        return bytes;
    }
}
