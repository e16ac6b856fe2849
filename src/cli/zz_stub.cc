int zz;
