/**
 * AWS Signature Version 4, as those who sign need it and those who verify.
 *
 * <p>Source: "Signature Version 4 signing process" of the AWS documentation of Amazon S3.
 */
@NullMarked
package io.giza.signature;

import org.jspecify.annotations.NullMarked;
