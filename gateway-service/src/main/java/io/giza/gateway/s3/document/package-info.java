/** The XML documents that clients keep with buckets and objects: their rules, reading, writing. */
@NullMarked
package io.giza.gateway.s3.document;

import org.jspecify.annotations.NullMarked;
