/** Accounts of Azure Storage, and what blobs and tables there have in common. */
@NullMarked
package io.giza.azure;

import org.jspecify.annotations.NullMarked;
