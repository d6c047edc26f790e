/** S3's XML: a hardened reader and a writer. */
@NullMarked
package io.giza.gateway.s3.xml;

import org.jspecify.annotations.NullMarked;
