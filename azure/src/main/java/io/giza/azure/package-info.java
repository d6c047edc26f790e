/**
 * Accounts of Azure Storage, what blobs and tables there have in common, and the keys of Azure Key
 * Vault.
 */
@NullMarked
package io.giza.azure;

import org.jspecify.annotations.NullMarked;
