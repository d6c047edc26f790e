package io.giza.azure;

import java.net.URI;

/**
 * One account of Azure Storage, checked: its settings have the right shape. Whether they are true
 * shows in the first call.
 *
 * @param key the key of its settings, for messages
 * @param credential how it is entered
 * @param blobEndpoint where its blobs are
 * @param tableEndpoint where its tables are
 * @param container the container for fragments
 * @param table the table for rows
 * @param limits how patient calls are
 */
public record AzureAccount(
        String key,
        AzureCredential credential,
        URI blobEndpoint,
        URI tableEndpoint,
        String container,
        String table,
        AzureLimits limits) {}
