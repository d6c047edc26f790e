@NullMarked
package io.giza.paxos;

import org.jspecify.annotations.NullMarked;
