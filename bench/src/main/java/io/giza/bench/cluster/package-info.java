/**
 * A temporary cluster to measure, and the clients that operate it, sign S3 requests and read its
 * CPU time.
 */
@NullMarked
package io.giza.bench.cluster;

import org.jspecify.annotations.NullMarked;
