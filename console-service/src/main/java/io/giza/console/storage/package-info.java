/** The S3 API of the cluster, as the console calls it and has browsers call it. */
@NullMarked
package io.giza.console.storage;

import org.jspecify.annotations.NullMarked;
