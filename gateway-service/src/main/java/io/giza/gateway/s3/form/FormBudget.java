package io.giza.gateway.s3.form;

import io.giza.gateway.memory.ByteBudget;
import io.giza.gateway.spool.SpoolFile;

/**
 * Where a form's file is kept while it is received, and who takes it gives it back. A form does not
 * tell how large its file is, and an object's size must be known before its first byte is stored.
 *
 * @param memory for its buffer and a small file
 * @param disk for a larger one
 * @param files makes the file of a larger one
 */
public record FormBudget(
        ByteBudget.Reservation memory, ByteBudget.Reservation disk, SpoolFile.Factory files) {}
