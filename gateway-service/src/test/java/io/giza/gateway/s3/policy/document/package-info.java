/** What policies say, and which of them are refused. */
@NullMarked
package io.giza.gateway.s3.policy.document;

import org.jspecify.annotations.NullMarked;
