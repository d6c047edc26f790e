/**
 * Reading and writing the blobs of one container: conditional writes, uploads in blocks and
 * streamed reads.
 */
@NullMarked
package io.giza.azure.blob;

import org.jspecify.annotations.NullMarked;
