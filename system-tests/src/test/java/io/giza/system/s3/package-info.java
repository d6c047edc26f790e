/** What clients of a whole cluster get from its S3 API. */
@NullMarked
package io.giza.system.s3;

import org.jspecify.annotations.NullMarked;
