/** The S3 edge: one servlet, one routing table, one handler per group of operations. */
@NullMarked
package io.giza.gateway.s3;

import org.jspecify.annotations.NullMarked;
