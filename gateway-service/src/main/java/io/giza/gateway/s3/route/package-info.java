/**
 * Which S3 operation a request asks for, and the tables of the headers, parameters and
 * sub-resources that are known.
 */
@NullMarked
package io.giza.gateway.s3.route;

import org.jspecify.annotations.NullMarked;
