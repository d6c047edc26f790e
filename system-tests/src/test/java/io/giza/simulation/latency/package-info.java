/** How many rounds of messages, and how much simulated time, requests take. */
@NullMarked
package io.giza.simulation.latency;

import org.jspecify.annotations.NullMarked;
