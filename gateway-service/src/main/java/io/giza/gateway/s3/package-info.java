/** The S3 edge: one entry, one routing table, one handler per group of operations. */
@NullMarked
package io.giza.gateway.s3;

import org.jspecify.annotations.NullMarked;
