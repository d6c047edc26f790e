/** Parts of operations as spans of OpenTelemetry, sent to a collector. */
@NullMarked
package io.giza.service.tracing;

import org.jspecify.annotations.NullMarked;
