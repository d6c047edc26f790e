/** Who is asking: access keys and AWS Signature Version 4. */
@NullMarked
package io.giza.gateway.s3.auth;

import org.jspecify.annotations.NullMarked;
