/**
 * Server access logs of buckets: a record for each request, gathered in memory and delivered as
 * objects of other buckets.
 */
@NullMarked
package io.giza.gateway.s3.logging;

import org.jspecify.annotations.NullMarked;
