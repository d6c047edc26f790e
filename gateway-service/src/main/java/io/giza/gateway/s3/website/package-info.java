/**
 * Buckets as web sites: pages, redirects and errors for visitors who speak no S3. The edge: it
 * knows HTTP, and asks for objects as the operations of S3 do.
 */
@NullMarked
package io.giza.gateway.s3.website;

import org.jspecify.annotations.NullMarked;
