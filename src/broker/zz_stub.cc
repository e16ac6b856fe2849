int zz2;
